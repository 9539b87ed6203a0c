import { countEdges } from '../domain/entity.js';
import type { MiningReport, RepositorySnapshot, Reuse } from '../domain/mined.js';
import type { RunServices } from '../harness/remembered-runs.js';
import { readLicensing } from '../licence/licensing.js';
import type { Association } from '../mine/association.js';
import { componentMap } from '../mine/describe/component-map.js';
import { draftAll } from '../mine/drafts.js';
import { accountOf } from '../mine/propose/account.js';
import { redrawn } from '../mine/propose/redrawing.js';
import { standing, together } from '../mine/propose/standing.js';
import { readModules } from '../mine/read/read-modules.js';
import { repositoryGraph, survey } from '../mine/survey.js';
import { stopwatch } from '../ports/clock.js';
import { consultModel, type ConsultingServices } from './consult-model.js';
import { drawComponents, readGraph, readRequirements, type ReadingServices } from './read-repository.js';
import { runAlone } from './run-alone.js';

/** What mining works with; with a memory, it does only what changed since it last ran. */
export interface MineServices extends RunServices, ReadingServices, ConsultingServices {}

/**
 * Mines one repository into primitives (Code Primitives, section 3.3): parse, graph, components, and validation of
 * each alone in the sandbox; tests are tied to what they exercise by what the repository's own suite told, too. A
 * repository without Python or tests gives a report that says so. Ends in a `CodefaceError` of code `sandbox` when the
 * sandbox itself fails; nothing is kept then.
 */
export async function mineRepository(
  services: MineServices,
  snapshot: RepositorySnapshot,
  association?: Association,
): Promise<MiningReport> {
  const lap = stopwatch(services.clock);
  const step = services.progress.step(`Reading ${snapshot.repository}`);
  const { modules, skipped, setAside, files, lines } = readModules(snapshot.files);
  const parse = lap();
  const repository = repositoryGraph(snapshot.files, modules);
  const entities = await readGraph(services, snapshot.files, association);
  const graph = lap();
  const requirements = await readRequirements(services.packageIndex, snapshot, repository.graph.project);
  const surveyed = survey(snapshot.files, repository, requirements, association);
  const licence = readLicensing(snapshot.files);
  const drawn = await drawComponents(services, snapshot.repository, entities, surveyed);
  step.finish(`${files} Python files, ${drawn.length} components`);
  const consultation = await consultModel(services, surveyed, drawn);
  const proposed = redrawn(consultation?.answers ?? []);
  const source = { ...snapshot, licence };
  const planned = lap();
  const trials = draftAll(snapshot, surveyed, proposed.after).ready;
  const tried = await runAlone(services, surveyed, source, trials, 'Running components as proposed');
  const trial = lap();
  const stands = standing(proposed.redrawings, drawn, tried.admitted);
  const drawing = services.progress.step('Drawing components', stands.left.length);
  const drafts = draftAll(snapshot, surveyed, stands.left, done => drawing.update(done));
  drawing.finish(`${drafts.ready.length} ready, ${drafts.excluded.length} excluded`);
  const components = planned + lap();
  const validated = await runAlone(services, surveyed, source, drafts.ready, 'Running components alone');
  const { admitted, excluded } = together(stands.admitted, validated.admitted, proposed.words);
  const validation = trial + lap();
  return {
    repository: snapshot.repository,
    commit: snapshot.commit,
    files,
    lines,
    entities: entities.entities.length,
    edges: countEdges(entities.edges),
    components: stands.admitted.length + stands.left.length,
    admitted,
    excluded: [...drafts.excluded, ...validated.excluded, ...excluded],
    skippedFiles: [...skipped, ...setAside, ...(snapshot.notRead ?? [])],
    map: componentMap(snapshot.repository, surveyed.graph, surveyed.capabilities),
    reuse: { runs: sumOf(tried.runs, validated.runs) },
    ...(consultation && { proposals: accountOf(consultation, proposed, stands.stood) }),
    durationMs: {
      parse,
      graph,
      components,
      validate: validation,
      total: parse + graph + components + validation,
    },
  };
}

function sumOf(one: Reuse, other: Reuse): Reuse {
  return { total: one.total + other.total, remembered: one.remembered + other.remembered };
}
