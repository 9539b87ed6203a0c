import { CodefaceError } from '../../domain/errors.js';
import { oneLine } from '../../domain/one-line.js';
import type { Budget } from '../../domain/run.js';
import type { Answer } from './redrawing.js';
import type { Question } from './questions.js';
import { decodeReply, type PaidReply } from './reply.js';

/** So many replies in a row that cannot be used say that others could not be either. */
const MOST_UNUSABLE = 3;

/**
 * What a model was asked in one mining, what it cost, and why it is asked no more. A remembered reply counts against the
 * budget as if it were got now, so that the same questions are answered whatever was asked before; what it cost is told
 * only of those that were.
 */
export class Consultation {
  readonly answers: Answer[] = [];
  /** Replies that were remembered. */
  remembered = 0;
  /** Replies that could not be used. */
  failed = 0;
  /** Of replies that were got now. */
  readonly spent = { tokens: 0, costUsd: 0 };
  /** Of all replies. */
  private readonly counted = { tokens: 0, costUsd: 0 };
  private unusable = 0;
  private stopped: string | undefined;

  constructor(
    private readonly budget: Omit<Budget, 'rounds'>,
    private readonly startedAtMs: number,
  ) {}

  /** Why evidence alone decides on the components that the model was not asked about, or undefined when there are none. */
  get whyStopped(): string | undefined {
    return this.stopped;
  }

  /**
   * Whether the model must be asked: not when its reply is remembered, which is taken then, and not once the budget is
   * spent or the model was found to be out of reach. `bytes` are what is remembered.
   */
  mustAsk(question: Question, bytes: Uint8Array | undefined, nowMs: number): boolean {
    if (this.isSpent()) {
      this.stopped ??= 'the budget is spent';
      return false;
    }
    const remembered = decodeReply(bytes);
    if (remembered !== undefined) {
      this.remembered += 1;
      this.take(question, remembered);
      return false;
    }
    if (nowMs - this.startedAtMs >= this.budget.wallTimeMs) this.stopped ??= 'its time is over';
    return this.stopped === undefined;
  }

  /** Takes what was got now. A reply that cannot be used costs its question, any other error ends the asking. */
  hear(question: Question, answer: PaidReply | CodefaceError): void {
    if (answer instanceof CodefaceError) {
      const isUnusable = answer.code === 'language-model' && !answer.retryable;
      if (isUnusable) this.failed += 1;
      this.unusable += 1;
      if (!isUnusable || this.unusable >= MOST_UNUSABLE) this.stopped ??= reasonOf(answer);
    } else {
      this.spent.tokens += answer.tokens;
      this.spent.costUsd += answer.costUsd;
      this.take(question, answer);
    }
  }

  private take({ plans }: Question, { reply, tokens, costUsd }: PaidReply): void {
    this.answers.push({ plans, reply });
    this.counted.tokens += tokens;
    this.counted.costUsd += costUsd;
    this.unusable = 0;
  }

  /** Of amounts, 0 is no limit. */
  private isSpent(): boolean {
    const { tokens, costUsd } = this.budget;
    const isSpent = (amount: number, limit: number) => limit > 0 && amount >= limit;
    return isSpent(this.counted.tokens, tokens) || isSpent(this.counted.costUsd, costUsd);
  }
}

/** The message as the end of a sentence. */
function reasonOf({ message }: CodefaceError): string {
  return oneLine(message).replace(/\.$/, '');
}
