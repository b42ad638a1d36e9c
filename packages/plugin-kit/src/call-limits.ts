/** What the site accepts of a call, and how long it waits. */
export const callLimits = {
  review: { deadlineMs: 2000, maxReason: 500 },
  slot: { deadlineMs: 2000, maxHtml: 50_000 },
  page: { deadlineMs: 1000, maxTitle: 200, maxHtml: 300_000 },
  function: { deadlineMs: 5000 },
  verifyCaptcha: { deadlineMs: 5000 },
  event: { deadlineMs: 30_000 },
  job: { deadlineMs: 30_000 },
  action: { deadlineMs: 30_000, maxText: 500 },
  checkSettings: { deadlineMs: 15_000, maxMessage: 500 },
} as const
