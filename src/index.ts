import { run, type ApplicationFunction } from 'probot';
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

/**
 * Starts Probot with the App, or Probot's set-up page while there are no credentials. Deliveries arrive at `/`, where
 * that page registers them, unless WEBHOOK_PATH says otherwise.
 */
export async function serve(): Promise<void> {
  // The set-up page itself is at `/` until there is an App.
  if (process.env['APP_ID']) process.env['WEBHOOK_PATH'] ??= '/';
  await run(app);
}
