import { pushEvent } from './events/push-events.js';
import { repositoryEvent } from './events/repository-events.js';
import type { Site } from './site.js';
import type { Delivery, Webhooks } from './webhooks.js';

/** What the owner of a repository does to the whole of it: each act is stored first, then announced to the App. */
export class Owner {
  constructor(
    private readonly site: Site,
    private readonly webhooks: Webhooks,
  ) {}

  /** Lets a branch point to any commit, or (without one) be no more. */
  async forcePush(name: string, branch: string, commit: string | undefined): Promise<void> {
    const repository = this.site.repository(name);
    const ref = `refs/heads/${branch}`;
    const before = await repository.git.ref(ref);
    if (commit === undefined) await repository.git.deleteRef(ref);
    else await repository.git.setRef(ref, commit, before);
    const move = { ref, before, after: commit, pusher: this.site.accountOf('octocat') };
    await this.webhooks.send('push', await pushEvent(this.site, repository, move));
  }

  rename(name: string, to: string): Promise<Delivery | undefined> {
    const repository = this.site.repository(name);
    const changes = { repository: { name: { from: repository.name } } };
    this.site.rename(repository, to);
    return this.webhooks.send('repository', repositoryEvent(this.site, repository, 'renamed', changes));
  }

  setDefaultBranch(name: string, branch: string): Promise<Delivery | undefined> {
    const repository = this.site.repository(name);
    const changes = { default_branch: { from: repository.defaultBranch } };
    repository.defaultBranch = branch;
    return this.webhooks.send('repository', repositoryEvent(this.site, repository, 'edited', changes));
  }

  makePrivate(name: string): Promise<Delivery | undefined> {
    const repository = this.site.repository(name);
    repository.private = true;
    return this.webhooks.send('repository', repositoryEvent(this.site, repository, 'privatized'));
  }

  remove(name: string): Promise<Delivery | undefined> {
    const repository = this.site.repository(name);
    const event = repositoryEvent(this.site, repository, 'deleted');
    this.site.remove(repository);
    return this.webhooks.send('repository', event);
  }
}
