/** Which distribution brings a fixture or a marker, of those that suites use most (each plug-in's own documentation). */
export const DISTRIBUTION_OF_FIXTURE: ReadonlyMap<string, string> = tableOf(`
  pytest-mock: mocker class_mocker module_mocker package_mocker session_mocker
  pytest-benchmark: benchmark benchmark_weave
  pytest-httpx: httpx_mock
  requests-mock: requests_mock
  pytest-asyncio: asyncio event_loop event_loop_policy unused_tcp_port unused_tcp_port_factory
  anyio: anyio anyio_backend
  syrupy: snapshot
  pytest-freezer: freezer
  pytest-httpserver: httpserver make_httpserver
  pytest-aiohttp: aiohttp_client aiohttp_server aiohttp_raw_server
  pytest-django: django_db django_user_model django_db_setup django_db_blocker django_assert_num_queries admin_client transactional_db
  pytest-regressions: data_regression file_regression num_regression dataframe_regression image_regression
  pytest-datadir: datadir shared_datadir
  pytest-subprocess: fp fake_process
  pyfakefs: fs
  pytest-xdist: worker_id testrun_uid
  pytest-cov: cov
  pytest-timeout: timeout
  pytest-rerunfailures: flaky
  pytest-socket: socket_enabled socket_disabled
  pytest-qt: qtbot qapp
  pytest-mpl: mpl_image_compare
  pytest-recording: vcr vcr_config
  pytest-postgresql: postgresql
  pytest-docker: docker_services docker_ip
  pytest-tornado: http_client http_server io_loop
  pytest-order: order
  pytest-dependency: dependency
  pytest-lazy-fixture: lazy_fixture
  pytest-subtests: subtests
  pytest-trio: trio nursery
  hypothesis: hypothesis
  pytest-console-scripts: script_runner
  pytest-check: check
`);

/** Which distribution brings an option. */
export const DISTRIBUTION_OF_OPTION: readonly (readonly [RegExp, string])[] = [
  [/^--(no-)?cov(-|$)/, 'pytest-cov'],
  [/^(-n\w*|--dist|--numprocesses|--maxprocesses|--tx|--boxed)$/, 'pytest-xdist'],
  [/^--timeout(-|$)/, 'pytest-timeout'],
  [/^--asyncio-/, 'pytest-asyncio'],
  [/^--benchmark-/, 'pytest-benchmark'],
  [/^--randomly-/, 'pytest-randomly'],
  [/^--random-order/, 'pytest-random-order'],
  [/^--(reruns|only-rerun|fail-on-flaky)/, 'pytest-rerunfailures'],
  [/^--(html|self-contained-html)/, 'pytest-html'],
  [/^--(ds|dc|reuse-db|create-db|no-migrations|nomigrations|django-)/, 'pytest-django'],
  [/^--(disable-socket|allow-hosts|allow-unix-socket|force-enable-socket)/, 'pytest-socket'],
  [/^--snapshot-/, 'syrupy'],
  [/^--mypy/, 'pytest-mypy'],
  [/^--flake8/, 'pytest-flake8'],
  [/^--black/, 'pytest-black'],
  [/^--ruff/, 'pytest-ruff'],
  [/^--pylint/, 'pytest-pylint'],
  [/^--isort/, 'pytest-isort'],
  [/^--doctest-(plus|rst|ufunc)/, 'pytest-doctestplus'],
  [/^--mpl/, 'pytest-mpl'],
  [/^--nbval/, 'nbval'],
  [/^--forked/, 'pytest-forked'],
  [/^--(record-mode|block-network)/, 'pytest-recording'],
  [/^--(force-regen|regen-all)/, 'pytest-regressions'],
  [/^--hypothesis-/, 'hypothesis'],
  [/^--typeguard-/, 'typeguard'],
  [/^--beartype-/, 'pytest-beartype'],
  [/^--env(file)?$/, 'pytest-dotenv'],
  [/^--splits?$|^--group$/, 'pytest-split'],
  [/^--picked/, 'pytest-picked'],
  [/^--testmon/, 'pytest-testmon'],
];

/** Which service listens on a port by default. */
export const SERVICE_AT_PORT: ReadonlyMap<string, string> = new Map([
  ['5432', 'PostgreSQL'],
  ['3306', 'MySQL'],
  ['1433', 'SQL Server'],
  ['1521', 'Oracle Database'],
  ['6379', 'Redis'],
  ['5672', 'RabbitMQ'],
  ['27017', 'MongoDB'],
  ['9200', 'Elasticsearch'],
  ['9092', 'Kafka'],
  ['2181', 'ZooKeeper'],
  ['2379', 'etcd'],
  ['11211', 'Memcached'],
  ['9042', 'Cassandra'],
  ['8086', 'InfluxDB'],
  ['7687', 'Neo4j'],
  ['4222', 'NATS'],
  ['8500', 'Consul'],
  ['8123', 'ClickHouse'],
  ['9000', 'an object store'],
  ['4566', 'LocalStack'],
]);

/** Which service an installed client package speaks to. */
export const SERVICE_OF_CLIENT: ReadonlyMap<string, string> = tableOf(`
  PostgreSQL: psycopg psycopg2 asyncpg pg8000
  MySQL: pymysql MySQLdb mysql aiomysql
  Redis: redis aioredis
  MongoDB: pymongo motor
  RabbitMQ: pika kombu amqp aio_pika
  Elasticsearch: elasticsearch elastic_transport opensearchpy
  Kafka: kafka aiokafka
  Memcached: pymemcache memcache
`);

function tableOf(text: string): ReadonlyMap<string, string> {
  const lines = text.trim().split('\n');
  return new Map(
    lines.flatMap(line => {
      const [distribution = '', words = ''] = line.trim().split(': ');
      return words.split(' ').map((word): [string, string] => [word, distribution]);
    }),
  );
}
