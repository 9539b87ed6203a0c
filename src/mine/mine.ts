import { countEdges, type EntityGraph } from '../domain/entity.js';
import { CodefaceError } from '../domain/errors.js';
import type { FileTree } from '../domain/files.js';
import type { Exclusion, MiningReport, RepositorySnapshot, Reuse } from '../domain/mined.js';
import { runRemembered, type NeedySuite, type RunServices } from '../harness/remembered-runs.js';
import { readLicensing } from '../licence/licensing.js';
import { stopwatch, type Clock } from '../ports/clock.js';
import type { PackageIndex } from '../ports/package-index.js';
import type { FileReader } from '../ports/file-reader.js';
import { remembered } from '../ports/mining-memory.js';
import type { Progress } from '../ports/progress.js';
import { declaredDistributions } from '../python/declarations/index.js';
import { readOne } from '../python/outline/read-one.js';
import type { Project } from '../python/slicing/project.js';
import { withoutSecrets } from './admit/without-secrets.js';
import type { Association } from './association.js';
import { outsideImports, requirementFor, type Requirements } from './cut/distributions.js';
import { componentMap } from './describe/component-map.js';
import type { Draft, Source } from './draft.js';
import { draftAll, draftName, groupByContent, type DraftGroup } from './drafts.js';
import { READING_WORK } from './graph/reading-work.js';
import { pythonFilesOf, treeGraph } from './graph/tree-graph.js';
import { KeptRegions, REGIONS_KIND } from './kept-regions.js';
import { planComponents, type PlannedExports } from './plans.js';
import { accountOf } from './propose/account.js';
import { Consultation } from './propose/consultation.js';
import type { Proposer } from './propose/proposer.js';
import { questionsAbout, type Question } from './propose/questions.js';
import { redrawn } from './propose/redrawing.js';
import { encodeReply, REPLIES_KIND, type PaidReply } from './propose/reply.js';
import { admissionsOf, standing, together, type Admission } from './propose/standing.js';
import { readModules } from './read/read-modules.js';
import { settle } from './validate/settle.js';
import { ALONE_LIMITS, installedFor, trialRequest } from './validate/suite-request.js';
import { repositoryGraph, survey, type Survey } from './survey.js';

/** What mining works with; with a memory, it does only what changed since it last ran. */
export interface MineServices extends RunServices {
  readonly packageIndex: PackageIndex;
  /** Reads files in threads of their own; without one, they are read where mining runs. */
  readonly fileReader?: FileReader;
  /** Asked how components are better drawn and called; without one, evidence alone decides. */
  readonly proposer?: Proposer | undefined;
  readonly clock: Clock;
  readonly progress: Progress;
}

/**
 * Mines one repository into primitives (Code Primitives, section 3.3): parse, graph, components, and validation of
 * each alone in the sandbox. With what its own suite told by execution, tests are tied by that too. A repository without Python or tests gives a report that says so. Ends in a
 * `CodefaceError` of code `sandbox` when the sandbox itself fails; nothing is kept then.
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
  const drawn = await plan(services, snapshot.repository, entities, surveyed);
  step.finish(`${files} Python files, ${drawn.length} components`);
  const consultation = await consult(services, surveyed, drawn);
  const proposed = redrawn(consultation?.answers ?? []);
  const source = { ...snapshot, licence };
  const planned = lap();
  const trials = draftAll(snapshot, surveyed, proposed.after).ready;
  const tried = await validate(services, surveyed, source, trials, 'Running components as proposed');
  const trial = lap();
  const stands = standing(proposed.redrawings, drawn, tried.admitted);
  const drawing = services.progress.step('Drawing components', stands.left.length);
  const drafts = draftAll(snapshot, surveyed, stands.left, done => drawing.update(done));
  drawing.finish(`${drafts.ready.length} ready, ${drafts.excluded.length} excluded`);
  const components = planned + lap();
  const validated = await validate(services, surveyed, source, drafts.ready, 'Running components alone');
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

/** The entity graph; of the files, only those that are not remembered are read. */
async function readGraph(
  { fileReader, memory }: Pick<MineServices, 'fileReader' | 'memory'>,
  files: FileTree,
  association?: Association,
): Promise<EntityGraph> {
  const { results } = await remembered(memory, pythonFilesOf(files), {
    ...READING_WORK,
    compute: async unread => fileReader?.read(unread) ?? unread.map(readOne),
  });
  return treeGraph(files, results, association).graph;
}

/** The components to draw; package folders in which nothing changed are grouped as they were. */
async function plan(
  { memory }: Pick<MineServices, 'memory'>,
  repository: string,
  graph: EntityGraph,
  surveyed: Survey,
): Promise<readonly PlannedExports[]> {
  const regions = new KeptRegions((await memory?.recall(REGIONS_KIND, [repository]))?.get(repository));
  const plans = planComponents(graph, surveyed, regions);
  if (regions.isChanged) await memory?.keep(REGIONS_KIND, new Map([[repository, regions.encode()]]));
  return plans;
}

/**
 * Asks the model about what evidence drew, question after question; each reply is remembered before the next is asked
 * for. Whatever goes wrong with a model costs its proposals and nothing else. Undefined when there is none.
 */
async function consult(
  { proposer, memory, clock, signal, progress }: MineServices,
  surveyed: Survey,
  drawn: readonly PlannedExports[],
): Promise<Consultation | undefined> {
  if (proposer === undefined) return undefined;
  const questions = questionsAbout(surveyed, drawn, proposer);
  const known = await memory?.recall(
    REPLIES_KIND,
    questions.map(({ key }) => key),
  );
  const consultation = new Consultation(proposer.budget, clock.now());
  const step = progress.step('Asking a model about components', questions.length);
  for (const [index, question] of questions.entries()) {
    signal?.throwIfAborted();
    step.update(index);
    if (!consultation.mustAsk(question, known?.get(question.key), clock.now())) continue;
    const answer = await ask(proposer, question);
    consultation.hear(question, answer);
    if (!(answer instanceof CodefaceError))
      await memory?.keep(REPLIES_KIND, new Map([[question.key, encodeReply(answer)]]));
  }
  step.finish(`${consultation.answers.length} of ${questions.length} answered`);
  return consultation;
}

/** A paid reply, or what a model or its endpoint ended in; what is no fault of theirs is thrown. */
async function ask({ model }: Proposer, { request }: Question): Promise<PaidReply | CodefaceError> {
  try {
    const { value, inputTokens, outputTokens, costUsd } = await model.complete(request);
    return { reply: value, tokens: inputTokens + outputTokens, costUsd };
  } catch (error) {
    const isOfModel = error instanceof CodefaceError && /^(language-model|configuration)$/.test(error.code);
    if (isOfModel) return error;
    throw error;
  }
}

function suiteOnTrial({ component, drafts }: DraftGroup): NeedySuite {
  return {
    requirements: installedFor(component),
    requestIn: environment => trialRequest(component, environment, drafts[0]?.examples ?? []),
  };
}

interface Validated {
  readonly admitted: readonly Admission[];
  readonly excluded: readonly Exclusion[];
  readonly runs: Reuse;
}

/** Runs every draft alone, round after round, until each is admitted or excluded. */
async function validate(
  services: MineServices,
  surveyed: Survey,
  source: Source,
  drafts: readonly Draft[],
  does: string,
): Promise<Validated> {
  const admitted: Admission[] = [];
  const excluded: Exclusion[] = [];
  const runs = { total: 0, remembered: 0 };
  if (drafts.length === 0) return { admitted, excluded, runs };
  const step = services.progress.step(does, drafts.length);
  try {
    let waiting = drafts;
    while (waiting.length > 0) {
      const before = admitted.length + excluded.length;
      const checked = withoutSecrets(waiting, surveyed.files, draft => draftName(source.repository, draft));
      excluded.push(...checked.excluded);
      const groups = groupByContent(checked.ready, source);
      const suites = groups.map(suiteOnTrial);
      const { outcomes, hits } = await runRemembered(services, suites, ALONE_LIMITS, done =>
        step.update(before + done),
      );
      runs.total += outcomes.length;
      runs.remembered += hits;
      const settled = settle(surveyed, source, groups, outcomes);
      admitted.push(...admissionsOf(groups, settled.admitted));
      excluded.push(...settled.excluded);
      waiting = settled.refined;
    }
  } catch (error) {
    step.fail('the sandbox failed');
    throw error;
  }
  step.finish(`${admitted.length} admitted, ${excluded.length} excluded`);
  return { admitted, excluded, runs };
}

function sumOf(one: Reuse, other: Reuse): Reuse {
  return { total: one.total + other.total, remembered: one.remembered + other.remembered };
}

async function readRequirements(
  packageIndex: PackageIndex,
  { files }: RepositorySnapshot,
  project: Project,
): Promise<Requirements> {
  const declared = declaredDistributions(files);
  const found = new Map<string, string | undefined>();
  for (const name of outsideImports(project))
    found.set(name, requirementFor(name, await packageIndex.distributionOf(name), declared));
  return found;
}
