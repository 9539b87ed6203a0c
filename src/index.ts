import { run, type ApplicationFunction } from 'probot';
import { createApp } from './app.js';
import { composeApp, readAppEnvironment } from './compose.js';

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
 * that page registers them, unless WEBHOOK_PATH says otherwise. Ends in a `CodefaceError` of code `configuration`.
 */
export async function serve(): Promise<void> {
  // Until there is an App, the set-up page itself is at `/`.
  if (process.env['APP_ID']) {
    readAppEnvironment(process.env);
    process.env['WEBHOOK_PATH'] ??= '/';
  }
  await run(app);
}
