/**
 * Program of every installation, `python -I -S -c` of it and one word: JSON with the commands to run, the command that
 * inspects what came of them, a folder for temporary files that is removed, and the certificates' file if there is one.
 * It listens on the sandbox's own loopback and carries each connection as frames over its standard streams to the host,
 * since a sandbox has no network. When the commands have ended it listens no more; the inspection finds neither the
 * proxy nor the addresses of indexes. What pip prints goes to standard error. The last frame is the result.
 */
export const INSTALLER = String.raw`
import asyncio, itertools, json, os, re, shutil, struct, sys

HEADER = struct.Struct(">BII")
OPEN, DATA, END, TAKEN, RESULT = range(1, 6)
INSPECTED_BYTES = 4 * 1024 * 1024
queues = {}
numbers = itertools.count(1)

def send(kind, number, payload=b""):
    sys.stdout.buffer.write(HEADER.pack(kind, number, len(payload)) + payload)
    sys.stdout.buffer.flush()

async def carry(reader, writer):
    number = next(numbers)
    queue = queues[number] = asyncio.Queue()
    send(OPEN, number)
    delivery = asyncio.ensure_future(deliver(number, queue, writer))
    try:
        while piece := await reader.read(65536):
            send(DATA, number, piece)
    except OSError:
        pass
    send(END, number)
    queue.put_nowait(None)
    await delivery

async def deliver(number, queue, writer):
    try:
        while (piece := await queue.get()) is not None:
            writer.write(piece)
            await writer.drain()
            send(TAKEN, number, struct.pack(">I", len(piece)))
    except OSError:
        pass
    queues.pop(number, None)
    writer.close()

async def listen():
    source = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(source), sys.stdin)
    try:
        while True:
            kind, number, length = HEADER.unpack(await source.readexactly(HEADER.size))
            payload = await source.readexactly(length)
            if number in queues:
                queues[number].put_nowait(payload if kind == DATA else None)
    except (asyncio.IncompleteReadError, OSError):
        os._exit(1)  # The host is gone.

def findings(log):
    """What only pip's log tells of a failure: source distributions of what it did not find, and whether an index denied, or gave no proper answer."""
    try:
        with open(log, encoding="utf-8", errors="replace") as file:
            text = file.read(64 * 1024 * 1024)
    except OSError:
        return [], False, False
    plain = lambda name: re.sub("[-_.]+", "-", name).lower()
    missing = {plain(name) for name in re.findall(r"No matching distribution found for ([A-Za-z0-9._-]+)", text)}
    found = re.findall(r"No sources permitted for [^:]+: https?://\S*?([^/\s#?]+)(?:[#?\s]|$)", text)
    sdists = [name for name in dict.fromkeys(found) if any(plain(name).startswith(m + "-") for m in missing)]
    denied = re.search(r"Could not fetch URL \S+ 40[13] ", text) is not None
    return sdists[:2000], denied, re.search(r"Could not fetch URL \S+ (?!4\d\d )", text) is not None

async def install(task):
    server = await asyncio.start_server(carry, "127.0.0.1", 0)
    listening = asyncio.ensure_future(listen())
    proxy = "http://127.0.0.1:%d" % server.sockets[0].getsockname()[1]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    scratch, log = task["scratch"], os.path.join(task["scratch"], "pip.log")
    proxies = {name: proxy for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")}
    environment = {**os.environ, **proxies, "no_proxy": "", "TMPDIR": scratch, "PIP_LOG": log}
    if task["certificates"]:
        path = os.path.abspath(task["certificates"])
        for name in ("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO"):
            environment[name] = path
    os.makedirs(scratch, exist_ok=True)
    code, inspection, sdists, denied, unanswered = 0, b"", [], False, False
    for command in task["commands"]:
        child = await asyncio.create_subprocess_exec(
            *command, env=environment, stdin=asyncio.subprocess.DEVNULL, stdout=sys.stderr
        )
        code = await child.wait()
        if code:
            sdists, denied, unanswered = findings(log)
            break
    server.close()
    shutil.rmtree(scratch, ignore_errors=True)
    if code == 0:
        child = await asyncio.create_subprocess_exec(
            *task["inspection"], env=plain, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE
        )
        inspection = b""
        while piece := await child.stdout.read(65536):
            inspection = (inspection + piece)[-INSPECTED_BYTES:]
        code = await child.wait()
    found = {"sdists": sdists, "denied": denied, "unanswered": unanswered}
    send(RESULT, 0, json.dumps({"code": code, "inspection": inspection.decode("utf-8", "replace"), **found}).encode())
    os._exit(min(abs(code), 125))

asyncio.run(install(json.loads(sys.argv[1])))
`;
