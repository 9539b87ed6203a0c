import { distributionName } from '../distribution-name.js';

/** Longest installation of an ordinary environment. */
export const INSTALLATION_MS = 600_000;
/** Longest installation where distributions with large wheels are declared. */
export const LARGE_INSTALLATION_MS = 2_400_000;

/** Distributions whose wheels, with what they need, are hundreds of megabytes; names normalised (PEP 503). */
const LARGE = new Set([
  ...['torch', 'torchvision', 'torchaudio', 'pytorch-lightning', 'lightning', 'triton', 'xformers', 'vllm'],
  ...[
    'tensorflow',
    'tensorflow-cpu',
    'tensorflow-gpu',
    'tf-nightly',
    'keras',
    'jax',
    'jaxlib',
    'paddlepaddle',
  ],
  ...['mxnet', 'xgboost', 'lightgbm', 'catboost', 'onnxruntime', 'onnxruntime-gpu', 'sentence-transformers'],
  ...[
    'pyspark',
    'ray',
    'pyqt6',
    'pyqt5',
    'pyside6',
    'pyside2',
    'vtk',
    'open3d',
    'playwright',
    'cadquery-ocp',
  ],
]);
const LARGE_FAMILIES = /^(?:nvidia-|cupy|opencv-(?:contrib-)?python|jax-cuda|tensorflow-)/;

/** Whether a PEP 508 requirement names one of them. */
export function isLargeWheel(requirement: string): boolean {
  const name = distributionName(requirement);
  return LARGE.has(name) || LARGE_FAMILIES.test(name);
}
