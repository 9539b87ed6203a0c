/** Import names of pytest plug-ins by the fixtures that they bring. */
const FIXTURES: Readonly<Record<string, string>> = {
  aiohttp_client: 'pytest_aiohttp',
  aiohttp_server: 'pytest_aiohttp',
  anyio_backend: 'anyio',
  autojump_clock: 'pytest_trio',
  benchmark: 'pytest_benchmark',
  class_mocker: 'pytest_mock',
  data_regression: 'pytest_regressions',
  datadir: 'pytest_datadir',
  event_loop: 'pytest_asyncio',
  faker: 'faker',
  file_regression: 'pytest_regressions',
  freezer: 'pytest_freezer',
  fs: 'pyfakefs',
  http_client: 'pytest_tornado',
  httpserver: 'pytest_httpserver',
  httpx_mock: 'pytest_httpx',
  io_loop: 'pytest_tornado',
  mocker: 'pytest_mock',
  module_mocker: 'pytest_mock',
  nursery: 'pytest_trio',
  requests_mock: 'requests_mock',
  respx_mock: 'respx',
  session_mocker: 'pytest_mock',
  shared_datadir: 'pytest_datadir',
  snapshot: 'syrupy',
  subtests: 'pytest_subtests',
  time_machine: 'time_machine',
  unused_tcp_port: 'pytest_asyncio',
};

/** Import names of pytest plug-ins by the marks that they understand. */
const MARKS: Readonly<Record<string, string>> = {
  anyio: 'anyio',
  asyncio: 'pytest_asyncio',
  benchmark: 'pytest_benchmark',
  datafiles: 'pytest_datafiles',
  django_db: 'pytest_django',
  flaky: 'flaky',
  freeze_time: 'pytest_freezegun',
  gen_test: 'pytest_tornado',
  httpx_mock: 'pytest_httpx',
  respx: 'respx',
  timeout: 'pytest_timeout',
  trio: 'pytest_trio',
  vcr: 'pytest_recording',
};

const MARK = /\bmark\.(\w+)/g;
const PARAMETERS = /\bdef\s+\w+\s*\(([^()]{0,2000})/g;

/**
 * The plug-ins, by the names they are imported by, that a suite's code needs without importing them: by the marks in
 * it and the parameters of its functions. Whether a parameter is a fixture of the suite's own is not looked at: the
 * plug-in is only installed when the repository declares it.
 */
export function pluginsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (plugin: string | undefined) => plugin !== undefined && found.add(plugin);
  for (const [, mark = ''] of text.matchAll(MARK)) add(own(MARKS, mark));
  for (const [, parameters = ''] of text.matchAll(PARAMETERS))
    for (const name of parameters.matchAll(/\b[a-z_]+\b/g)) add(own(FIXTURES, name[0]));
  if (/\basync\s+def\s+test/.test(text)) add('pytest_asyncio');
  return found;
}

function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
