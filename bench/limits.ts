/** How many times the processor time of its twin a scenario took when it was last written down here. */
export const recorded = [
  { scenario: 'question-hot', beside: 'bytes', cpu: 1.3 },
  { scenario: 'question-member', beside: 'page', cpu: 2.4 },
  { scenario: 'search-rare', beside: 'sql', cpu: 2.7 },
  { scenario: 'json-object', beside: 'sql', cpu: 1.7 },
  { scenario: 'json-list', beside: 'sql', cpu: 1.5 },
  { scenario: 'vote', beside: 'pgbench', cpu: 11 },
] as const

/** What a process holds at rest, in megabytes: 130 to 135 when this was written down. */
export const mostMemory = 150

/** So much more is taken for noise; beyond it `pnpm bench short` fails. */
export const allowed = 1.5
