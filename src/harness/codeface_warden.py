"""One slot of a supervisor: a process that runs suites one after the other and adopts whatever they leave behind."""

from codeface_launch import Zygote, ZygoteFault, start_cold
from codeface_processes import adopt_orphans, shield
from codeface_suite import run_suite
from codeface_workspace import child_environment


def run_slot(jobs, workspaces, user, program, tell, next_index, deadline):
    """Takes jobs until there are no more, and tells each as it begins and its result."""
    shield()
    adopt_orphans()
    nursery = Nursery(program, user)
    for index in iter(next_index, None):
        tell({"index": index})
        workspace = workspaces[index]
        workspace.give_to(user)
        result = run_suite(jobs[index], workspace, nursery, deadline, alone=len(jobs) == 1)
        tell({"index": index, "result": result})
        workspace.close()
    nursery.close()


class Nursery:
    """Starts children of one user: from a zygote where it can, else cold."""

    def __init__(self, program, user):
        self._program = program
        self._user = user
        self._survey = None
        self.cold_starts = 0
        self._zygote = None
        self._modules = None
        self._faulty = False
        self._begin()

    def survey(self):
        """What the environment has, as its interpreter said before any code under test ran."""
        if self._survey is None:
            self._survey = self._zygote.survey()
        return self._survey

    def start(self, task, workspace, environment, descriptors, is_cold=False):
        zygote = None if self._faulty or is_cold else self._ready()
        if zygote is not None and not (workspace.modules() & self._modules):
            try:
                return zygote.fork(task, workspace.tree.folder, environment, descriptors)
            except ZygoteFault:  # killed or stopped by what it forked
                self._renew()
        self.cold_starts += 1
        return start_cold(
            self._program, task, workspace.tree.folder, environment, descriptors, self._user
        )

    def spared(self):
        return {self._zygote.pid}

    def close(self):
        self._zygote.end()

    def _begin(self):
        self._zygote = Zygote(self._program, self._user, child_environment())
        self._modules = None

    def _renew(self):
        self._zygote.end()
        self._begin()
        try:
            self._zygote.survey()
        except ZygoteFault:
            self._faulty = True

    def _ready(self):
        if self._modules is None:
            try:
                self.survey()
                self._modules = self._zygote.ready()
            except ZygoteFault:
                self._faulty = True
                return None
        return self._zygote
