// Which feature may use which, on the server and in the web. Arrows point down; no loop.

export const features = {
  install: ['site', 'accounts', 'users'],
  activity: ['questions', 'users'],
  questions: ['captcha', 'tags', 'users'],
  tags: ['users'],
  profile: [
    'accounts',
    'activity',
    'mail',
    'questions',
    'second-factor',
    'tags',
    'uploads',
    'users',
    'site',
  ],
  people: ['users', 'site'],
  uploads: ['users'],
  'second-factor': ['users'],
  captcha: [],
  mail: [],
  accounts: ['captcha', 'mail', 'second-factor', 'users', 'site'],
  users: ['site'],
  site: [],
  'api-docs': [],
} as const satisfies Record<string, readonly string[]>

/** What a feature shows to the features that may use it, by the part of the file name after the dot. */
export const sharedRoles = ['actions', 'queries', 'rules', 'settings', 'table'] as const
