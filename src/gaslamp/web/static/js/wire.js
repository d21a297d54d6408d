/**
 * What goes over the wire, as types alone: nothing here runs. The server's `frames.py` says the same.
 *
 * @typedef {object} Sprite
 * @property {string} id
 * @property {string} symbol
 * @property {string} layer
 * @property {number} x
 * @property {number} y
 * @property {number} [turn]
 * @property {string[]} [classes]
 * @property {string} label
 * @property {string | null} [letters]
 * @property {string} [ink]
 * @property {number} [size] of the letters
 * @property {number} [dy] from the middle down to their baseline
 * @property {number} [after] so many moments into a story
 *
 * @typedef {object} Trail
 * @property {string} id
 * @property {[number, number][]} points
 * @property {string} label
 * @property {string} layer
 * @property {string} ink
 * @property {string} dash
 * @property {number} width
 * @property {number} [after] so many moments into a story
 *
 * @typedef {object} Target
 * @property {string} id
 * @property {number} x
 * @property {number} y
 * @property {"tile" | "place" | "figure" | "hex" | "piece" | "alarm" | "ring" | "dot"} shape
 * @property {string} label
 *
 * @typedef {object} Choice
 * @property {string} target
 * @property {string} label
 * @property {string | null} [play] the notation of a leaf
 * @property {string | null} [verb]
 * @property {boolean} [final] asks to be confirmed
 * @property {string | null} [sure] what is asked once more
 * @property {string | null} [prompt]
 * @property {string | null} [chip] what the step is called once this is chosen, and the last one it is then
 * @property {Choice[]} [next]
 *
 * @typedef {object} Prompt
 * @property {string} kicker
 * @property {string} title
 * @property {string | null} [hint]
 * @property {string[]} chips
 * @property {number} done
 * @property {Choice[]} choices
 * @property {number} [inner] so many chips are gone through by inner choices
 *
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} place
 * @property {string} html
 *
 * @typedef {object} Seat
 * @property {string} seat
 * @property {string} [label] what the seat is called
 * @property {string} name who has it
 * @property {string} kind
 * @property {boolean} present
 * @property {boolean} [acting]
 *
 * @typedef {object} TableFrame
 * @property {"table"} type
 * @property {number} step
 * @property {string} seat
 * @property {string} board
 * @property {[number, number]} size
 * @property {number} [zoom] a large board: so many units fill a phone at first
 * @property {string} label
 * @property {Sprite[]} sprites
 * @property {Trail[]} [trails]
 * @property {Target[]} targets
 * @property {Prompt} prompt
 * @property {Panel[]} panels
 * @property {string[]} news
 * @property {boolean} undo
 * @property {boolean} resign
 * @property {boolean} over
 * @property {Seat[]} seats
 * @property {boolean} hotseat
 * @property {string | null} [watch]
 * @property {string | null} [rematch]
 * @property {{title: string, html: string} | null} [result]
 * @property {string} [commitment] to the secret of the draws
 * @property {string} [head] of the log, as far as this viewer was told of it
 * @property {Record<string, string>} [shares] what each seat adds to the draws
 * @property {string} [moments] what of the news is told on its own, over the board
 * @property {number} number of the frames of the table on this socket, patches among them
 *
 * @typedef {object} PatchFrame what has changed of a table; what is not named is as it was
 * @property {"patch"} type
 * @property {number} base the number of the frame it changes
 * @property {number} [step]
 * @property {string} [label]
 * @property {[number, number, Sprite[]][]} [sprites] edits: at a place of the list so many go and these come
 * @property {[number, number, Trail[]][]} [trails]
 * @property {[number, number, Target[]][]} [targets]
 * @property {Prompt} [prompt]
 * @property {[number, number, Panel[]][]} [panels] which there are
 * @property {Record<string, [number, number, string[]][]>} [lines] of the pages of those that stay
 * @property {string[]} [news]
 * @property {boolean} [undo]
 * @property {boolean} [resign]
 * @property {boolean} [over]
 * @property {Seat[]} [seats]
 * @property {string | null} [rematch]
 * @property {{title: string, html: string} | null} [result]
 * @property {string} [head]
 * @property {Record<string, string>} [shares]
 * @property {string} [moments]
 *
 * @typedef {object} WaitingFrame
 * @property {"waiting"} type
 * @property {string} html
 * @property {string} commitment
 * @property {string[]} asked seats of mine whose nonce is awaited
 * @property {string[]} house seats that add nothing to the draws, being of the house
 *
 * @typedef {{type: "curtain", seat: string, html: string}} CurtainFrame
 * @typedef {"table" | "side"} Room
 * @typedef {{room: Room, who: string, mine: boolean, text: string}} Said
 *
 * @typedef {object} ChatFrame
 * @property {"chat"} type
 * @property {Room[]} rooms that may be read
 * @property {boolean} write in any of them
 * @property {boolean} whole what was shown before is to be forgotten
 * @property {Said[]} said the newest last
 *
 * @typedef {object} StatusFrame clocks and whatever else is no part of the game
 * @property {"status"} type
 * @property {number} now the server's time when it was sent
 * @property {number} since from when on the time runs that runs
 * @property {boolean} days deadlines, not totals
 * @property {{seat: string, left: number, runs: boolean}[]} clocks
 * @property {string} html what there is to say and to answer
 * @property {string[]} may what may be asked for
 *
 * @typedef {object} ReplayFrame
 * @property {"replay"} type
 * @property {number} step
 * @property {number} last
 * @property {string} kicker
 * @property {string} told what happened in this step
 * @property {Sprite[]} sprites
 * @property {Trail[]} trails
 * @property {Panel[]} panels
 * @property {number[]} stops the steps in which there is something to see
 * @property {number[]} rounds the first stop of each round
 *
 * @typedef {object} AidFrame
 * @property {"aid"} type
 * @property {number} step of the game, or of its replay
 * @property {boolean} replay
 * @property {Sprite[]} sprites
 * @property {Panel[]} panels
 *
 * @typedef {{type: "error", text: string, request?: string}} ErrorFrame
 * @typedef {{type: "moved", to: string}} MovedFrame
 * @typedef {TableFrame | PatchFrame | WaitingFrame | CurtainFrame | ChatFrame | StatusFrame | ReplayFrame | AidFrame
 *   | ErrorFrame | MovedFrame} Frame
 *
 * @typedef {{play: string, step: number} | {undo: number} | {resign: number} | {uncover: string} | {cover: true}
 *   | {rematch: true} | {seen: number} | {say: string, room: Room} | {nonces: Record<string, string>} | {replay: number}
 *   | {ask: string} | {reply: number, agree: boolean} | {resume: true} | {take_seat: true} | {abort: true}
 *   | {whole: true}} Answer
 */

export {};
