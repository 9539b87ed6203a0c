import type { Handlers } from '../call.js';
import type { ServedOperation } from '../operations.js';
import { appHandlers } from './apps.js';
import { checkHandlers } from './checks.js';
import { commentHandlers } from './comments.js';
import { commitHandlers } from './commits.js';
import { contentHandlers } from './contents.js';
import { gitHandlers } from './git-data.js';
import { issueHandlers } from './issues.js';
import { pullHandlers } from './pulls.js';
import { refHandlers } from './refs.js';
import { repositoryHandlers } from './repositories.js';
import { reviewHandlers } from './reviews.js';
import { statusHandlers } from './statuses.js';

/** Everything the server answers. */
export const handlers: Handlers<ServedOperation> = {
  ...appHandlers,
  ...checkHandlers,
  ...commentHandlers,
  ...commitHandlers,
  ...contentHandlers,
  ...gitHandlers,
  ...issueHandlers,
  ...pullHandlers,
  ...refHandlers,
  ...repositoryHandlers,
  ...reviewHandlers,
  ...statusHandlers,
};
