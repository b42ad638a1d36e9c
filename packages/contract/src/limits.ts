/** Size limits of user input, in characters unless the name says otherwise. */
export const limits = {
  title: { min: 1, max: 150 },
  body: { min: 1, max: 65_535 },
  answer: { min: 6, max: 65_535 },
  editSummary: { max: 255 },
  /** Links to other sites in one text, below the reputation of the privilege. */
  linksOfNewMembers: { max: 2 },
  closeMessage: { max: 500 },
  flagText: { max: 500 },
  decisionReason: { max: 500 },
  staffText: { max: 2000 },
  staffLogExport: { max: 50_000 },
  adminQuery: { max: 100 },
  /** Longer lists of posts are counted up to this. */
  adminCount: { max: 1000 },
  contentExport: { max: 50_000 },
  /** Posts of one bulk action: chosen one by one, and all that match a filter. */
  bulkAction: { chosen: 1000, matching: 10_000 },
  /** Rows of each kind that staff see about a user. */
  moderationRows: { max: 50 },
  removeDays: { max: 365 },
  /** Users of one status are counted up to this. */
  accountCount: { max: 10_000 },
  /** Rows of each kind on the page of one user. */
  overviewRows: { max: 10 },
  overviewVotes: { max: 1000, users: 3 },
  invitations: { uses: 100, days: 90 },
  /** `perUser`: those that can be used. `expiresAt`: the end of the year 9999. */
  apiKeys: { perUser: 50, description: 150, expiresAt: 253_402_300_799 },
  accountExport: { max: 50_000 },
  /** Hashing so many passwords takes a few seconds. */
  addedUsers: { max: 50, characters: 30_000 },
  /** Shown in one case; there may be more. */
  flagsPerCase: { max: 50 },
  /** Larger queues are counted up to this. */
  queueCount: { max: 100 },
  /** More new notifications are counted up to this. */
  newNotifications: { max: 100 },
  /** Of one site; `recent` of a user. */
  badges: { max: 200, recent: 10 },
  badgeName: { max: 40 },
  badgeDescription: { max: 200 },
  badgeAmount: { max: 100_000 },
  badgeDays: { max: 3650 },
  /** Answers whose numbers an open page follows; few questions have more. */
  liveAnswers: { max: 100 },
  pushEndpoint: { max: 2000 },
  /** Facts beside a case; there may be more. */
  reviewContext: { cases: 10, links: 10, posts: 10 },
  /** Rows of each kind in the console of a spam wave; there may be more. */
  waves: {
    hosts: 5,
    networks: 20,
    hours: 72,
    samples: 5,
    signals: 20,
    leftOut: 10,
    undoDays: 7,
  },
  /** How many revisions of one question, answer or comment one user may save. */
  revisions: { perDay: 30, total: 300 },
  /** Longer than what can be posted, because a draft is unfinished. */
  draft: { title: 300, tags: 500, perUser: 50, days: 30 },
  invited: { max: 20 },
  comment: { min: 2, max: 600 },
  tags: { min: 1, max: 5 },
  followedTags: { max: 100 },
  /** Of those that are listed. */
  mutedQuestions: { max: 100 },
  ignoredTags: { max: 200 },
  mentions: { max: 20 },
  tagName: { max: 35 },
  synonyms: { max: 50 },
  displayName: { min: 2, max: 30 },
  /** `maxExisting`: older usernames may be longer than `max`. */
  username: { min: 2, max: 30, maxExisting: 40 },
  email: { max: 320 },
  password: { min: 8, max: 128 },
  passkeyName: { max: 60 },
  bio: { max: 4096 },
  website: { max: 500 },
  location: { max: 100 },
  /** A path with its query, see `isReturnPath`. */
  returnPath: { max: 2000 },
  siteName: { max: 30 },
  siteUrl: { max: 512 },
  imageFrames: { max: 300 },
  /** Settings of one page. */
  settingsFields: { max: 100 },
  settingsQuery: { max: 100 },
  mailRecords: { max: 5, length: 500 },
  requiredReputation: { max: 1_000_000_000 },
  excerpt: 240,
  searchQuery: { max: 256, pageSize: 50 },
  savedSearches: { perUser: 50 },
  /** `counted` are the attempts of the share of failures, `deliveries` those that stay in the log of one webhook. */
  webhooks: {
    max: 50,
    url: 2000,
    description: 200,
    attempts: 20,
    counted: 100,
    deliveries: 5000,
    days: 14,
  },
  /** Of the site, of stored versions of one plugin, of fields of its settings, of files of a package, and of entries in its log;
   * failures within ten minutes after which the site disables it. */
  plugins: {
    max: 100,
    slug: 50,
    versions: 10,
    fields: 60,
    pieces: 500,
    files: 500,
    log: 1000,
    faults: 10,
  },
  userCenter: { links: 20, branding: 10 },
  /** Of a plugin: compressed, and all files together. */
  pluginPackageBytes: { archive: 10 * 1024 * 1024, files: 40 * 1024 * 1024 },
  jsonBodyBytes: 256 * 1024,
  pageSize: { default: 20, max: 100 },
  idempotencyKey: { min: 8, max: 128 },
} as const

/** Time windows of question lists in days. Other values are rounded up; above the largest, all questions are listed. */
export const questionWindows = [1, 7, 30, 90, 365] as const

/** Rate limits of reads, counted in memory by each process. Cached pages are free; searches have their own limits too. */
export const readLimits = {
  /** One user with a valid session. */
  member: { points: 1_200, seconds: 60 },
  /** All visitors of one network together: enough for a classroom behind one IP. */
  network: { points: 6_000, seconds: 60 },
  /** All crawlers of one network together. */
  crawler: { points: 1_500, seconds: 60 },
} as const

export type ReadLimitName = keyof typeof readLimits

export const readCosts = { call: 1, page: 5, feed: 5, sitemap: 100 } as const

type RateLimit = {
  /** What shares one budget. */
  by: 'ip' | 'user' | 'account' | 'feature'
  points: number
  seconds: number
}

/**
 * Rate limits. `account` counts by the email in the input, `user` by the logged-in user or the IP of a visitor, `feature`
 * in the handler, because the key depends on more than the request. Login attempts count by account and network, and by
 * account over all networks; a known device has its own budget, so that an attacker cannot lock its owner out.
 */
export const rateLimits = {
  'plugin.call': { by: 'user', points: 60, seconds: 60 },
  'request.address': { by: 'ip', points: 400, seconds: 60 },
  'write.user': { by: 'user', points: 120, seconds: 60 },
  'login.address': { by: 'ip', points: 20, seconds: 60 },
  'login.account_network': { by: 'feature', points: 10, seconds: 3600 },
  'login.account': { by: 'feature', points: 30, seconds: 3600 },
  'login.device': { by: 'feature', points: 10, seconds: 3600 },
  'register.address': { by: 'ip', points: 20, seconds: 3600 },
  'mail.account': { by: 'account', points: 3, seconds: 3600 },
  'mail.user': { by: 'user', points: 3, seconds: 3600 },
  'recover.address': { by: 'ip', points: 20, seconds: 3600 },
  'recover.account_network': { by: 'feature', points: 3, seconds: 3600 },
  'recover.account': { by: 'feature', points: 6, seconds: 3600 },
  'recover.device': { by: 'feature', points: 3, seconds: 3600 },
  'credential.user': { by: 'user', points: 10, seconds: 900 },
  'code.address': { by: 'ip', points: 30, seconds: 3600 },
  'install.address': { by: 'ip', points: 30, seconds: 60 },
  'challenge.address': { by: 'ip', points: 60, seconds: 60 },
  'upload.user': { by: 'user', points: 60, seconds: 3600 },
  'export.user': { by: 'user', points: 10, seconds: 3600 },
  'mail_check.user': { by: 'user', points: 20, seconds: 600 },
  'people.user': { by: 'user', points: 120, seconds: 60 },
  'ask.user': { by: 'user', points: 60, seconds: 3600 },
  'answer.user': { by: 'user', points: 120, seconds: 3600 },
  'edit.user': { by: 'user', points: 300, seconds: 3600 },
  'draft.user': { by: 'user', points: 120, seconds: 60 },
  /** A reviewer claims and decides a case in seconds. */
  'review.user': { by: 'user', points: 600, seconds: 60 },
  'flag.user': { by: 'user', points: 60, seconds: 3600 },
  'delete.user': { by: 'user', points: 300, seconds: 3600 },
  'push.user': { by: 'user', points: 60, seconds: 3600 },
  'invite.user': { by: 'user', points: 60, seconds: 3600 },
  'search.user': { by: 'user', points: 60, seconds: 60 },
  'suggest.user': { by: 'user', points: 240, seconds: 60 },
  'card.address': { by: 'ip', points: 120, seconds: 60 },
  'render.user': { by: 'user', points: 120, seconds: 60 },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits
