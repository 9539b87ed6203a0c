import { createHash, createHmac } from 'node:crypto';
import type { Contract } from './contract.js';
import type { Site } from './site.js';

/** One attempt or more to hand an event to the App. */
export interface Delivery {
  /** A UUID; a redelivery keeps it. */
  readonly id: string;
  readonly event: string;
  readonly payload: object;
  /** Status of each attempt; 0 when nothing answered within the time GitHub allows. */
  readonly statuses: number[];
}

/** GitHub gives a receiver ten seconds. */
const TIMEOUT_MS = 10_000;
/** Events every App receives without subscribing. */
const UNSUBSCRIBED = /^(installation|installation_repositories|ping|github_app_authorization)$/;

/** Signed deliveries to the App, as GitHub makes them. */
export class Webhooks {
  readonly deliveries: Delivery[] = [];
  private target: string | undefined;
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(
    private readonly site: Site,
    private readonly contract: Contract,
  ) {}

  /** From now on deliveries go to this URL; until then they are recorded and go nowhere. */
  deliverTo(url: string): void {
    this.target = url;
  }

  /**
   * Sends an event and waits for the answer. Nothing is sent, and undefined given, when the App does not subscribe
   * to the event.
   */
  async send(event: string, payload: object): Promise<Delivery | undefined> {
    const { app } = this.site;
    if (!app.events.includes(event) && !UNSUBSCRIBED.test(event)) return undefined;
    const action = 'action' in payload ? `-${String(payload.action)}` : '';
    this.contract.checkWebhook(`${event}${action}`.replaceAll('_', '-'), payload);
    const delivery = { id: this.nextDeliveryId(), event, payload, statuses: [] };
    this.deliveries.push(delivery);
    await this.attempt(delivery);
    return delivery;
  }

  /** Sends an event that follows from an API call, which does not wait for it. */
  announce(event: string, payload: object): void {
    const sending = this.send(event, payload).finally(() => this.underWay.delete(sending));
    this.underWay.add(sending);
  }

  /** The same delivery again, with the same id. */
  async redeliver(id: string): Promise<Delivery> {
    const delivery = this.deliveries.find(each => each.id === id);
    if (delivery === undefined) throw new Error(`There was no delivery ${id}`);
    await this.attempt(delivery);
    return delivery;
  }

  /** When everything announced so far has been answered. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private async attempt({ id, event, payload, statuses }: Delivery): Promise<void> {
    if (this.target === undefined) return;
    const body = JSON.stringify(payload);
    const signature = createHmac('sha256', this.site.app.webhookSecret).update(body).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/0000000',
      'x-github-event': event,
      'x-github-delivery': id,
      'x-github-hook-id': String(this.site.app.id),
      'x-github-hook-installation-target-id': String(this.site.app.id),
      'x-github-hook-installation-target-type': 'integration',
      'x-hub-signature-256': `sha256=${signature}`,
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const status = await fetch(this.target, { method: 'POST', headers, body, signal }).then(
      response => response.status,
      () => 0,
    );
    statuses.push(status);
  }

  /** A UUID that is the same for the same delivery of the same test. */
  private nextDeliveryId(): string {
    const hash = createHash('sha256').update(`delivery ${this.deliveries.length}`).digest('hex');
    return [
      hash.slice(0, 8),
      hash.slice(8, 12),
      `4${hash.slice(13, 16)}`,
      `8${hash.slice(17, 20)}`,
      hash.slice(20, 32),
    ].join('-');
  }
}
