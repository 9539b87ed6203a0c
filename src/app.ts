import type { ApplicationFunction } from 'probot';
import type { Trigger } from './domain/trigger.js';
import type { Logger } from './ports/logger.js';
import { readTrigger } from './webhook/read-trigger.js';

export interface AppServices {
  /** Keeps the work for the worker; the same delivery id again is kept once. */
  readonly enqueue: (deliveryId: string, trigger: Trigger) => Promise<'enqueued' | 'duplicate'>;
  readonly logger: Logger;
}

/**
 * The App as Probot loads it: a delivery becomes a job or is ignored, and GitHub has its answer. When the job cannot
 * be kept the answer is an error, so that the delivery is shown as failed and can be sent again.
 */
export function createApp({ enqueue, logger }: AppServices): ApplicationFunction {
  return app => {
    app.on(
      ['issue_comment', 'push', 'repository', 'installation', 'installation_repositories'],
      async ({ id: delivery, name: event, payload }) => {
        const reading = readTrigger(event, payload);
        if ('ignored' in reading) {
          logger.info('Delivery ignored.', { delivery, event, reason: reading.ignored });
          return;
        }
        const result = await enqueue(delivery, reading.trigger);
        logger.info('Delivery accepted.', { delivery, event, kind: reading.trigger.kind, result });
      },
    );
  };
}
