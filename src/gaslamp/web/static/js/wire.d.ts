// What goes over the wire: made by tools/wire_types.py from src/gaslamp/server/wire/frames/.

export type Room = "side" | "table";

export type Layer = "board" | "heat" | "light" | "markers" | "people" | "trail";

export type Shape = "alarm" | "dot" | "figure" | "hex" | "piece" | "place" | "ring" | "tile";

export type Sound = "" | "arrest" | "clue" | "step" | "turn";

/** One thing on the board. */
export interface Sprite {
  id: string;
  symbol: string;
  layer: Layer;
  x: number;
  y: number;
  label: string;
  /** degrees clockwise */
  turn?: number;
  classes?: string[];
  letters?: string | null;
  ink?: string;
  /** of the letters */
  size?: number;
  /** from the middle down to their baseline */
  dy?: number;
  /** so many moments into a story */
  after?: number;
}

/** A way over the board. */
export interface Trail {
  id: string;
  points: [number, number][];
  label: string;
  layer: Layer;
  ink: string;
  dash: string;
  width: number;
  /** so many moments into a story */
  after?: number;
}

/** A place on the board that can be pointed at. */
export interface Target {
  id: string;
  x: number;
  y: number;
  shape: Shape;
  label: string;
}

/** One thing to point at; a leaf carries what is to be played. */
export interface Choice {
  target: string;
  label: string;
  /** the notation of a leaf */
  play?: string | null;
  verb?: string | null;
  /** asks to be confirmed */
  final?: boolean;
  /** what is asked once more */
  sure?: string | null;
  prompt?: string | null;
  /** what the step is called once this is chosen, and the last one it is then */
  chip?: string | null;
  next?: Choice[];
}

/** What is to be done. */
export interface Prompt {
  kicker: string;
  title: string;
  hint: string | null;
  chips: string[];
  done: number;
  choices: Choice[];
  /** so many chips are gone through by inner choices */
  inner: number;
  /** of the rules, which explains it */
  section: string;
}

/** What stands round the board, as a fragment of a page. */
export interface Panel {
  id: string;
  place: string;
  html: string;
}

/** Who is at a seat, in the words of the one who looks. */
export interface Seat {
  seat: string;
  /** what the seat is called */
  label: string;
  /** who has it */
  name: string;
  kind: string;
  present: boolean;
  acting: boolean;
  /** in so many turns it was given some */
  hints: number;
  /** connected, but its heartbeat has stopped */
  lost: boolean;
}

/** How it ended. */
export interface Result {
  title: string;
  html: string;
  /** by whoever looks; of neither side, or of both: None */
  won: boolean | null;
}

/** Something that the other side did, in a sentence. */
export interface Beat {
  text: string;
  /** the sprites it is about: they change when it is told */
  lights?: string[];
  sound?: Sound;
}

/** The table as one viewer sees it. */
export interface TableFrame {
  type: "table";
  step: number;
  seat: string;
  board: string;
  size: [number, number];
  /** of a large board so many units fill a phone at first; with 0 it is always seen whole */
  zoom: number;
  label: string;
  sprites: Sprite[];
  trails: Trail[];
  targets: Target[];
  prompt: Prompt;
  panels: Panel[];
  news: string[];
  undo: boolean;
  resign: boolean;
  over: boolean;
  seats: Seat[];
  hotseat: boolean;
  rematch: string | null;
  result: Result | null;
  /** to the secret of the draws */
  commitment: string;
  /** of the log, as far as this viewer was told of it */
  head: string;
  /** what each seat adds to the draws */
  shares: Record<string, string>;
  /** what of the news is told on its own, over the board */
  moments: string;
  /** what of the news is told before that, beat by beat */
  story: Beat[];
  /** of the frames of the table on this socket, patches among them */
  number: number;
}

/**
 * What has changed of the table since its last frame on this socket, whose number is the base.
 *
 * What is not named is as it was; but news, moments and story are those of this frame, or there are none.
 */
export interface PatchFrame {
  type: "patch";
  base: number;
  step?: number;
  label?: string;
  sprites?: [number, number, Sprite[]][];
  trails?: [number, number, Trail[]][];
  targets?: [number, number, Target[]][];
  prompt?: Prompt;
  /** which panels there are */
  panels?: [number, number, Panel[]][];
  /** of the pages of those that stay, by their ids */
  lines?: Record<string, [number, number, string[]][]>;
  news?: string[];
  undo?: boolean;
  resign?: boolean;
  over?: boolean;
  seats?: Seat[];
  rematch?: string | null;
  result?: Result | null;
  head?: string;
  shares?: Record<string, string>;
  moments?: string;
  story?: Beat[];
}

/**
 * A long patch, made shorter: its JSON by DEFLATE without a header, in base64.
 *
 * Where others' names stand is left out of that and put beside it: how short something becomes must not depend on what
 * somebody else has written.
 */
export interface PackedFrame {
  type: "packed";
  packed: string;
  seats?: Seat[];
  result?: Result | null;
}

/** Somebody is still to come, or a nonce that is asked for here. */
export interface WaitingFrame {
  type: "waiting";
  html: string;
  commitment: string;
  /** seats of yours whose nonce is awaited */
  asked: string[];
  /** seats that add nothing to the draws, being of the house */
  house: string[];
}

/** The curtain is up: whose turn it is to lift it, and nothing of any seat. */
export interface CurtainFrame {
  type: "curtain";
  seat: string;
  html: string;
}

/** A message of the chat: where it was said, and by whom, in the words of the one who reads. */
export interface Said {
  room: Room;
  who: string;
  mine: boolean;
  text: string;
}

/** What was said in the rooms that one viewer may read: the last of it as a whole, or what has come to it. */
export interface ChatFrame {
  type: "chat";
  /** that may be read */
  rooms: Room[];
  /** in any of them */
  write: boolean;
  /** what was shown before is to be forgotten */
  whole: boolean;
  /** the newest last */
  said: Said[];
}

/** What a seat has left, in milliseconds; for the one whose time runs, as of the moment it began to run. */
export interface Clock {
  seat: string;
  left: number;
  runs: boolean;
}

/**
 * The status of the table besides the game: clocks that the browser lets tick from moments of the server's time.
 *
 * It does not change as time goes by, so that nothing is sent but when everybody may know that something happened.
 */
export interface StatusFrame {
  type: "status";
  /** when this was sent; no reason to send it again */
  now: number;
  /** from when on the time runs that runs */
  since: number;
  /** deadlines, not totals */
  days: boolean;
  clocks: Clock[];
  /** what there is to say and to answer */
  html: string;
  /** what may be asked for */
  may: string[];
}

/** A step of a finished game, with nothing hidden. */
export interface ReplayFrame {
  type: "replay";
  step: number;
  last: number;
  kicker: string;
  /** what happened in it */
  told: string;
  sprites: Sprite[];
  trails: Trail[];
  panels: Panel[];
  /** the steps in which there is something to see */
  stops: number[];
  /** the first stop of each round */
  rounds: number[];
}

/** What follows from all that one viewer was told up to a step, of the game or of its replay. */
export interface AidFrame {
  type: "aid";
  /** of the game, or of its replay */
  step: number;
  replay: boolean;
  sprites: Sprite[];
  panels: Panel[];
}

/** Why something cannot be chosen, from what this viewer was told. */
export interface WhyFrame {
  type: "why";
  step: number;
  /** where it lies, if it is on the board */
  place: Target | null;
  text: string;
  /** its id in the ledger; empty where it is no rule of the title */
  rule: string;
  /** where the rule can be read; empty where it cannot */
  link: string;
}

/** Every place of the board that cannot be chosen now. */
export interface PlacesFrame {
  type: "places";
  step: number;
  places: Target[];
}

/** What an opponent of the house would do at this step, and why, from what this viewer was told. */
export interface HintFrame {
  type: "hint";
  step: number;
  /** whose advice it is */
  by: string;
  what: string;
  reasons: string[];
  /** what is to be pointed at for it, one after the other */
  way: string[];
}

/** A step of a first game, told before the table as it is then: what is said, and what is to be done. */
export interface LessonFrame {
  type: "lesson";
  /** of the lesson, from 0 */
  step: number;
  last: number;
  text: string;
  /** the notation that is to be played; empty: there is nothing to do but to read */
  play: string;
  /** what a finger points at then: sprites of the board, or panels, by their ids */
  point: string[];
  /** what is said to whoever chooses something else */
  aside: string;
  /** after the last step: where to go from here */
  html: string;
}

/** What went wrong, in a sentence, and what to quote when asking about it. */
export interface ErrorFrame {
  type: "error";
  text: string;
  request: string;
}

/** The game goes on elsewhere. */
export interface MovedFrame {
  type: "moved";
  to: string;
}

/** Sent every two seconds to a client that asked for it; always the same bytes. */
export interface HeartbeatFrame {
  type: "heartbeat";
}

/** Play an action, by its notation; the step is that of the table the player saw. */
export interface Play {
  play: string;
  step: number;
  /** resent after a reconnect: if it was played already, only the table is sent */
  again?: boolean;
}

/** Take back the last step. */
export interface Undo {
  undo: number;
  again?: boolean;
}

/** Give up. */
export interface Resign {
  resign: number;
  again?: boolean;
}

/** Lift the curtain for a side. */
export interface Uncover {
  uncover: string;
}

/** Put the curtain up. */
export interface Cover {
  cover: boolean;
}

/** Play again with the sides swapped. */
export interface Rematch {
  rematch: boolean;
}

/** Speak another language from now on. */
export interface Language {
  language: string;
}

/** The news up to this step have been told to the player. */
export interface Seen {
  seen: number;
}

/** Write to the others of the table, or to those of one's own side alone. */
export interface Say {
  /** as long as a frame may be: the chat says in its own words what is too long */
  say: string;
  room: Room;
}

/** Ask the others for a pause, to take the last activation back, or to hand over a deserted seat. */
export interface Ask {
  ask: string;
}

/** Agree to the offer of that number, or not; one's own is withdrawn. */
export interface Reply {
  reply: number;
  agree: boolean;
}

/** Go on after a pause. */
export interface Resume {
  resume: boolean;
}

/** Take one's seat back from the opponent it was handed to. */
export interface TakeSeat {
  take_seat: boolean;
}

/** Close the game before it has begun. */
export interface Abort {
  abort: boolean;
}

/** What the player adds to the draws in each seat that was asked for it, made when the commitment was known. */
export interface Nonces {
  nonces: Record<string, string>;
}

/** Show a step of the game once more; only when it is over. */
export interface Replay {
  replay: number;
}

/** Send the table as a whole: what a patch was to change is not here. */
export interface Whole {
  whole: boolean;
}

/** Say why something cannot be chosen: a place or a thing in a panel by its id, or whatever lies at a point. */
export interface Why {
  /** the id; empty: look at the point */
  why: string;
  step: number;
  /** the inner choices made so far */
  path?: string[];
  at?: [number, number] | null;
}

/** Send every place of the board that cannot be chosen after these inner choices, for those who use a keyboard. */
export interface Places {
  places: number;
  path?: string[];
}

/** Say what an opponent of the house would do here, and why. */
export interface Hint {
  hint: number;
}

/** Go to a step of a first game. */
export interface LessonStep {
  lesson: number;
}

/** Ask for heartbeats with the first one; answer a heartbeat of the server with each of the others. */
export interface Heartbeat {
  heartbeat: boolean;
}

/** What the server tells. */
export type Frame =
  | TableFrame
  | PatchFrame
  | PackedFrame
  | WaitingFrame
  | CurtainFrame
  | ChatFrame
  | StatusFrame
  | ReplayFrame
  | AidFrame
  | WhyFrame
  | PlacesFrame
  | HintFrame
  | LessonFrame
  | ErrorFrame
  | MovedFrame
  | HeartbeatFrame;

/** What the browser tells. */
export type Answer =
  | Play
  | Undo
  | Resign
  | Uncover
  | Cover
  | Rematch
  | Language
  | Seen
  | Say
  | Ask
  | Reply
  | Resume
  | TakeSeat
  | Abort
  | Nonces
  | Replay
  | Whole
  | Why
  | Places
  | Hint
  | LessonStep
  | Heartbeat;
