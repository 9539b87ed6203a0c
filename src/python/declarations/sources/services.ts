import type { FileTree } from '../../../domain/files.js';
import { stringOf, tableAt } from '../repository-text.js';
import type { SuiteJob } from './workflows.js';
import { yamlFiles } from '../formats/yaml-files.js';

/** A server that a suite seems to need. It is never started: the run says that it is missing. */
export interface ServiceHint {
  /** Such as `postgres`. */
  readonly name: string;
  /** The file and place that names it. */
  readonly evidence: string;
}

/** By what an image is called; the first that fits names the service. */
const SERVICES: readonly (readonly [string, RegExp])[] = [
  ['postgres', /postgres|postgis|timescale|pgvector|cockroach/],
  ['mysql', /mysql|mariadb|percona/],
  ['redis', /redis|valkey/],
  ['rabbitmq', /rabbitmq/],
  ['mongo', /mongo/],
  ['elasticsearch', /elasticsearch|opensearch/],
  ['kafka', /kafka|redpanda/],
  ['minio', /minio/],
  ['localstack', /localstack/],
  ['memcached', /memcached/],
  ['cassandra', /cassandra|scylla/],
  ['clickhouse', /clickhouse/],
  ['neo4j', /neo4j/],
  ['mssql', /mssql/],
  ['nats', /(?:^|\/)nats(?:$|[:@])/],
];

const COMPOSE = /^(?:[^/]+\/){0,2}(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml$/;

/** Databases, queues and the like that the jobs of the suite or a compose file start, each with its first evidence. */
export function serviceHints(files: FileTree, jobs: readonly SuiteJob[]): readonly ServiceHint[] {
  const inJobs = jobs.flatMap(({ path, name, table }) =>
    named(table['services'], `${path} (services of the job ${name})`),
  );
  const composed = [...yamlFiles(files, path => COMPOSE.test(path))].flatMap(([path, table]) =>
    named(table['services'], path),
  );
  const hints = new Map<string, ServiceHint>();
  for (const hint of [...inJobs, ...composed]) if (!hints.has(hint.name)) hints.set(hint.name, hint);
  return [...hints.values()];
}

function named(services: unknown, evidence: string): readonly ServiceHint[] {
  return Object.entries(tableAt(services)).flatMap(([key, service]) => {
    const image = (stringOf(tableAt(service)['image']) ?? key).slice(0, 200).toLowerCase();
    const name = SERVICES.find(([, pattern]) => pattern.test(image))?.[0];
    return name === undefined ? [] : [{ name, evidence }];
  });
}
