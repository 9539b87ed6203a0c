"""Why pytest did not begin a session: settings that this environment cannot serve."""

import re

# Options that suites commonly name in `addopts`, and the distribution that brings them.
PROVIDERS = {
    "--asyncio-mode": "pytest-asyncio",
    "--benchmark": "pytest-benchmark",
    "--cov": "pytest-cov",
    "--disable-socket": "pytest-socket",
    "--dist": "pytest-xdist",
    "--html": "pytest-html",
    "--mypy": "pytest-mypy",
    "--numprocesses": "pytest-xdist",
    "--random-order": "pytest-random-order",
    "--randomly": "pytest-randomly",
    "--reruns": "pytest-rerunfailures",
    "--timeout": "pytest-timeout",
    "-n": "pytest-xdist",
}


def refusal(output, is_usage_error):
    """The reason and its remedy, read from what pytest printed; None when pytest refused nothing."""
    options = re.search(r"error: unrecognized arguments: (.+)", output)
    if options:
        return (
            "The project's pytest settings use options that no installed plugin provides (%s): "
            "declare %s among its test dependencies."
        ) % (options.group(1).strip(), providers_of(options.group(1).split()))
    plugin = re.search(r'Error (?:importing|while loading) plugin "[^"]+".*', output)
    if plugin:
        return "pytest could not load a plugin: %s." % plugin.group().rstrip(".")
    if is_usage_error:
        said = re.search(r"^(?:ERROR|.*: error): (.+)", output, re.MULTILINE)
        reason = said.group(1).rstrip(".") if said else "see the output"
        return "pytest refused the project's settings: %s." % reason
    return None


def providers_of(options):
    known = {PROVIDERS[name] for name in PROVIDERS for option in options if option.startswith(name)}
    return " and ".join(sorted(known)) or "the plugin that provides them"
