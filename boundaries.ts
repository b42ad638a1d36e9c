// The areas of the product and their features, on the server and in the web app. A feature may import the features listed
// for it, in its own area or in an area above it in this file. Cycles are not allowed.

export const areas = {
  site: {
    captcha: [],
    info: [],
    mail: [],
    shell: [],
  },
  people: {
    users: [],
    auth: ['captcha', 'mail', 'users'],
    reputation: ['users'],
  },
  content: {
    shared: ['users'],
    drafts: ['shared'],
    uploads: ['shared'],
    tags: ['shared'],
    views: [],
    votes: ['reputation', 'shared'],
    reactions: ['shared'],
    questions: ['captcha', 'drafts', 'reputation', 'shared', 'tags', 'uploads', 'users', 'views'],
    answers: ['captcha', 'drafts', 'questions', 'reputation', 'shared', 'tags', 'uploads', 'users'],
    comments: ['shared', 'users', 'votes'],
    bookmarks: ['questions', 'shared', 'users'],
    follows: ['shared', 'tags'],
    'ignored-tags': ['follows', 'tags'],
    invites: ['questions', 'shared', 'users'],
    revisions: ['captcha', 'drafts', 'questions', 'shared', 'tags', 'uploads', 'users'],
    related: ['questions', 'shared'],
    'question-page': [
      'answers',
      'bookmarks',
      'comments',
      'follows',
      'invites',
      'questions',
      'reactions',
      'related',
      'shared',
      'tags',
      'users',
      'views',
      'votes',
    ],
  },
  discovery: {
    'saved-searches': ['search'],
    search: ['questions', 'shared', 'tags', 'users'],
    recommended: ['questions', 'shared'],
    feeds: ['questions', 'shared', 'tags', 'users'],
    sitemap: ['shared'],
    cards: ['questions', 'shared'],
  },
  community: {
    activity: [],
    reasons: [],
    claims: [],
    flags: ['answers', 'claims', 'comments', 'questions', 'reasons', 'shared', 'tags', 'users'],
    review: [
      'claims',
      'flags',
      'question-page',
      'questions',
      'shared',
      'suggestions',
      'tags',
      'users',
    ],
    suggestions: ['answers', 'claims', 'questions', 'reputation', 'revisions', 'shared', 'tags', 'users'],
    profiles: ['auth', 'drafts', 'questions', 'reputation', 'shared', 'tags', 'uploads', 'users'],
  },
  admin: {
    doctor: [],
    install: ['auth', 'info', 'shell'],
    demo: [
      'answers',
      'auth',
      'comments',
      'doctor',
      'profiles',
      'questions',
      'search',
      'shared',
      'uploads',
      'votes',
    ],
    'api-docs': [],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>

/** Files that other features may import, by the part of the file name after the dot. */
export const sharedRoles = ['actions', 'queries', 'rules', 'settings', 'visibility'] as const

/** A kernel that grows beyond this holds things that belong to the platform or to a feature. Tests do not count. */
export const maxKernelFiles = { server: 30, web: 25 } as const
