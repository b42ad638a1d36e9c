/** Sizes of what people write. Characters, unless the name says otherwise. */
export const limits = {
  title: { min: 1, max: 150 },
  body: { min: 1, max: 65_535 },
  answer: { min: 6, max: 65_535 },
  editSummary: { max: 255 },
  /** Versions of one question, answer or comment that one user may write. */
  revisions: { perDay: 30, total: 300 },
  /** Longer than what may be posted: a draft is not finished yet. */
  draft: { title: 300, tags: 500, most: 50, days: 30 },
  invited: { max: 20 },
  comment: { min: 2, max: 600 },
  tags: { min: 1, max: 5 },
  followedTags: { max: 100 },
  mentions: { max: 20 },
  tagName: { max: 35 },
  synonyms: { max: 50 },
  displayName: { min: 2, max: 30 },
  /** `known`: as long as any that was ever given. */
  username: { min: 2, max: 30, known: 40 },
  email: { max: 320 },
  password: { min: 8, max: 128 },
  passkeyName: { max: 60 },
  bio: { max: 4096 },
  website: { max: 500 },
  location: { max: 100 },
  siteName: { max: 30 },
  siteUrl: { max: 512 },
  imageFrames: { max: 300 },
  excerpt: 240,
  searchQuery: { max: 256, pageSize: 50 },
  jsonBodyBytes: 256 * 1024,
  pageSize: { default: 20, max: 100 },
  idempotencyKey: { min: 8, max: 128 },
} as const

/** Questions of the last so many days. Other numbers are rounded up, beyond the last one to all questions. */
export const questionWindows = [1, 7, 30, 90, 365] as const

/**
 * What reading may cost, in points. Each process counts alone and in memory. A page from the page cache costs nothing.
 * Searches and suggestions have limits of their own as well.
 */
export const readLimits = {
  /** A member, once their session was found valid. */
  member: { points: 1_200, seconds: 60 },
  /** All visitors of a network together: enough for a classroom behind one address. */
  network: { points: 6_000, seconds: 60 },
  /** All crawlers of a network together. */
  crawler: { points: 1_500, seconds: 60 },
} as const

export type ReaderKind = keyof typeof readLimits

export const readCosts = { call: 1, page: 5, feed: 5, sitemap: 100 } as const

type RateLimit = {
  /** What is counted together. */
  by: 'address' | 'user' | 'account' | 'feature'
  points: number
  seconds: number
}

/**
 * How often a thing may be done. `account` counts by the e-mail address in the input, `user` counts a visitor by
 * the address they come from. `feature` limits are taken by the handler of the endpoint that lists them, because what they
 * count depends on more than the request. Attempts on an account count by account and network and, from all
 * networks together, by account; a known device has a budget of its own, which nobody else can use up.
 */
export const rateLimits = {
  'request.address': { by: 'address', points: 400, seconds: 60 },
  'write.user': { by: 'user', points: 120, seconds: 60 },
  'login.address': { by: 'address', points: 20, seconds: 60 },
  'login.account_network': { by: 'feature', points: 10, seconds: 3600 },
  'login.account': { by: 'feature', points: 30, seconds: 3600 },
  'login.device': { by: 'feature', points: 10, seconds: 3600 },
  'register.address': { by: 'address', points: 20, seconds: 3600 },
  'mail.account': { by: 'account', points: 3, seconds: 3600 },
  'mail.user': { by: 'user', points: 3, seconds: 3600 },
  'recover.address': { by: 'address', points: 20, seconds: 3600 },
  'recover.account_network': { by: 'feature', points: 3, seconds: 3600 },
  'recover.account': { by: 'feature', points: 6, seconds: 3600 },
  'recover.device': { by: 'feature', points: 3, seconds: 3600 },
  'credential.user': { by: 'user', points: 10, seconds: 900 },
  'code.address': { by: 'address', points: 30, seconds: 3600 },
  'install.address': { by: 'address', points: 30, seconds: 60 },
  'challenge.address': { by: 'address', points: 60, seconds: 60 },
  'upload.user': { by: 'user', points: 60, seconds: 3600 },
  'export.user': { by: 'user', points: 10, seconds: 3600 },
  'people.user': { by: 'user', points: 120, seconds: 60 },
  'ask.user': { by: 'user', points: 60, seconds: 3600 },
  'answer.user': { by: 'user', points: 120, seconds: 3600 },
  'edit.user': { by: 'user', points: 300, seconds: 3600 },
  'draft.user': { by: 'user', points: 120, seconds: 60 },
  'delete.user': { by: 'user', points: 300, seconds: 3600 },
  'invite.user': { by: 'user', points: 60, seconds: 3600 },
  'search.user': { by: 'user', points: 60, seconds: 60 },
  'suggest.user': { by: 'user', points: 240, seconds: 60 },
  'card.address': { by: 'address', points: 120, seconds: 60 },
  'render.user': { by: 'user', points: 120, seconds: 60 },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits
