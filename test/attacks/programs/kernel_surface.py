from attempts import *

# Whether these are there is the host's choice; what matters is that nothing comes of it.
attributes = ctypes.create_string_buffer(128)
parameters = ctypes.create_string_buffer(120)
for name, arguments in (
    ("bpf", (0, attributes, 64)),
    ("perf_event_open", (attributes, -1, 0, -1, 0)),
    ("io_uring_setup", (4, parameters)),
    ("userfaultfd", (0,)),
):
    try:
        descriptor = call(name, *arguments)
        say("%s answers" % name)
        os.close(descriptor)
    except OSError as error:
        refused(name, error)
# A machine-wide profile would see other people's processes.
attributes = ctypes.create_string_buffer((1).to_bytes(4, "little") + (112).to_bytes(4, "little"), 112)
attempt("profile of the machine", call, "perf_event_open", attributes, -1, 0, -1, 0)
