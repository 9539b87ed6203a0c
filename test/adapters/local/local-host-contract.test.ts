import { repositoryHostCommitsContract } from '../../contracts/repository-host-commits-contract.js';
import { repositoryHostReviewContract } from '../../contracts/repository-host-review-contract.js';
import { createLocalWorld } from './local-world.js';

// The conversation's part of the contract needs other people; a checkout has none.
repositoryHostCommitsContract(createLocalWorld);
repositoryHostReviewContract(createLocalWorld);
