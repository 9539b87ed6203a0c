import type { ApplicationFunction } from 'probot';
import { createApp } from './app.js';
import { composeApp } from './compose.js';

/** What Probot loads. */
const app: ApplicationFunction = async (probot, options) => {
  const { jobs, logger } = await composeApp();
  await createApp({ enqueue: (deliveryId, trigger) => jobs.enqueue(deliveryId, trigger), logger })(
    probot,
    options,
  );
};

export default app;
