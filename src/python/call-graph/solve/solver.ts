import * as FLOW from '../flow/module-flow.js';
import { Actions } from './actions.js';
import type { Machine } from './machine.js';
import { CLASS, EXTERNAL, INSTANCE } from './objects.js';
import { seedReceivers } from './receivers.js';

/** One of several objects that a base of a class can be: class, place among its bases. */
const BASE = 60;

/** A base that can be more classes than this is where unlike ones meet: the first are taken. */
const MOST_CANDIDATES = 3;

/** Steps that any program may need, and those for each word of instructions: twice what most programs need. */
const FEWEST_STEPS = 300_000;
const STEPS_PER_WORD = 12;

/** Acts on instructions until nothing is new. */
export class Solver {
  readonly actions: Actions;
  /** Work on classes waits until their bases are known. */
  private waiting: number[] | undefined = [];
  private hasNewBase = false;

  constructor(private readonly machine: Machine) {
    this.actions = new Actions(machine);
    machine.act = (instruction, object) => this.act(instruction, object);
  }

  /** Ends early where the program needs more steps than are done for one of its size; see `Graph`. */
  run(): void {
    const { graph } = this.machine;
    graph.mostSteps = FEWEST_STEPS + STEPS_PER_WORD * this.machine.codeLength;
    graph.run(this.machine.act);
    const waiting = this.waiting ?? [];
    this.waiting = undefined;
    for (let index = 0; index < waiting.length && !graph.isExhausted; index += 2)
      this.act(waiting[index] as number, waiting[index + 1] as number);
    // Each round can only add: receivers, external bases and unknown places that nothing else has settled.
    for (let isChanged = true; isChanged && !graph.isExhausted;) {
      this.settle();
      isChanged = this.machine.settleWaiting();
      isChanged = seedReceivers(this.machine) || isChanged;
    }
  }

  /** Runs until nothing is new, then takes from external bases what is missing, until that is nothing. */
  private settle(): void {
    const { graph } = this.machine;
    do {
      graph.run(this.machine.act);
      if (this.hasNewBase) {
        this.hasNewBase = false;
        this.actions.hierarchy.changed();
        this.actions.attributes.relink();
        graph.run(this.machine.act);
      }
    } while (!graph.isExhausted && this.actions.attributes.settleExternal());
  }

  /** What one instruction does with one object of the value that it watches. */
  private act(at: number, object: number): void {
    const { machine } = this;
    const { objects } = machine;
    const kind = objects.kind(object);
    const operation = machine.word(at);
    if (this.waiting !== undefined && (kind === CLASS || kind === INSTANCE) && operation !== BASE) {
      const isOwn =
        operation === FLOW.LOAD &&
        kind === CLASS &&
        machine.classes[objects.a[object] as number]?.names.has(machine.word(at + 2)) === true;
      if (!isOwn) {
        this.waiting.push(at, object);
        return;
      }
    }
    if (operation === BASE) this.addBase(machine.word(at + 1), machine.word(at + 2), object);
    else this.actions.perform(operation, at, object);
  }

  /** One more class that a base can be, as where it depends on a condition. */
  private addBase(classNumber: number, place: number, object: number): void {
    const candidates = this.machine.classes[classNumber]?.bases[place];
    const kind = this.machine.objects.kind(object);
    if (kind !== CLASS && kind !== EXTERNAL) return;
    if (candidates === undefined || candidates.length >= MOST_CANDIDATES) return;
    candidates.push(object);
    this.hasNewBase = true;
  }

  watchBase(classNumber: number, place: number, node: number): void {
    this.machine.watchWith(node, [BASE, classNumber, place]);
  }
}
