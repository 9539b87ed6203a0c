import type { Comment } from '../../domain/publication.js';
import type { GitHubRepository } from './github-repository.js';
import { limitBody } from './limit-text.js';
import { statusOf } from './translate-error.js';

/** The App's own comments on one repository; ids are remembered, so that an edit is one request. */
export class Comments {
  private readonly ids = new Map<string, number>();

  constructor(private readonly at: GitHubRepository) {}

  /** Edits the comment with the marker, or writes it. A comment that a person deleted is written anew. */
  async put(issue: number, comment: Comment): Promise<void> {
    const { octokit, owner, repo } = this.at;
    const key = `${issue} ${comment.marker}`;
    const body = limitBody(comment.body, comment.marker);
    const id = this.ids.get(key) ?? (await this.find(issue, comment.marker));
    if (id !== undefined && (await this.edit(id, body))) {
      this.ids.set(key, id);
      return;
    }
    const { data } = await octokit.rest.issues.createComment({ owner, repo, issue_number: issue, body });
    this.ids.set(key, data.id);
  }

  /** The `eyes` reaction; GitHub keeps one of a kind for each account. */
  async acknowledge(commentId: number): Promise<void> {
    const { octokit, owner, repo } = this.at;
    await octokit.rest.reactions.createForIssueComment({
      owner,
      repo,
      comment_id: commentId,
      content: 'eyes',
    });
  }

  /** A marker in somebody else's comment is a quotation. */
  private async find(issue: number, marker: string): Promise<number | undefined> {
    const { octokit, owner, repo, appId } = this.at;
    const pages = octokit.paginate.iterator(octokit.rest.issues.listComments, {
      owner,
      repo,
      issue_number: issue,
      per_page: 100,
    });
    for await (const { data } of pages) {
      const ours = data.find(
        ({ performed_via_github_app: app, body }) => app?.id === appId && body?.includes(marker),
      );
      if (ours !== undefined) return ours.id;
    }
    return undefined;
  }

  private async edit(commentId: number, body: string): Promise<boolean> {
    const { octokit, owner, repo } = this.at;
    try {
      await octokit.rest.issues.updateComment({ owner, repo, comment_id: commentId, body });
      return true;
    } catch (error) {
      if (statusOf(error) === 404) return false;
      throw error;
    }
  }
}
