import { repositoryOf } from '../call.js';
import type { Handlers } from '../call.js';
import { accountOf } from '../representations/account.js';
import { fullRepositoryOf } from '../representations/repository.js';

/** Repositories themselves, and who may do what on them. */
export const repositoryHandlers: Handlers<'repos/get' | 'repos/get-collaborator-permission-level'> = {
  'repos/get': call => ({ status: 200, body: fullRepositoryOf(call.site, repositoryOf(call)) }),

  'repos/get-collaborator-permission-level': call => {
    const repository = repositoryOf(call);
    const { username } = call.path;
    const known = repository.permissions.get(username.toLowerCase());
    // Anyone may read a public repository; GitHub then says "read", not "none".
    const permission = known ?? (repository.private ? 'none' : 'read');
    const user = { ...accountOf(call.site, call.site.accountOf(username)), role_name: permission };
    return { status: 200, body: { permission, role_name: permission, user } };
  },
};
