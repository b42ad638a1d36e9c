// Exceptions from what every feature owes, each with its reason. The checks name entries that are out of date.

/** Endpoints that change something and emit no event: no cached page shows it. */
export const silentEndpoints: Record<string, string> = {
  'accounts.login': 'sessions are private',
  'drafts.discardDraft': 'drafts are private',
  'install.checkConfigFile': 'changes nothing',
  'install.checkDatabase': 'changes nothing',
  'install.initDatabase': 'there are no pages yet',
  'posts.renderText': 'changes nothing',
  'profile-settings.updateInterface': 'pages of members are not cached',
  'profile-settings.updateNotificationConfig': 'settings are private',
  'recovery.unsubscribe': 'settings are private',
  'second-factor.addPasskey': 'second factors are private',
  'second-factor.confirmTotp': 'second factors are private',
  'second-factor.loginWithPasskey': 'sessions are private',
  'second-factor.passkeyLoginOptions': 'second factors are private',
  'second-factor.passkeyOptions': 'second factors are private',
  'second-factor.removePasskey': 'second factors are private',
  'second-factor.removeTotp': 'second factors are private',
  'second-factor.renewRecoveryCodes': 'second factors are private',
  'second-factor.startTotp': 'second factors are private',
  'uploads.uploadFile': 'a file is shown once a post uses it',
}

/** Lists without `page_size` and `.max()`, and what limits them instead. */
export const listBounds = {
  endpoints: {
    'drafts.listDrafts': 'limits.draft.perUser',
    'follows.listFollowedTags': 'the tags that a user chose',
    'install.installLanguages': 'the languages of Stoa',
    'invites.listInvited': 'limits.invited',
    'question-page.readQuestion': 'a page of answers, each with its first comments',
    'reactions.getReactions': 'the emojis of the contract',
    'reactions.react': 'the emojis of the contract',
    'related.listRelated': 'a constant of the feature',
    'profiles.rankUsers': 'a constant of the feature',
    'search.listSimilarQuestions': 'a constant of the feature',
    'search.search': 'the input has size',
    'search.suggestSearch': 'a constant of the feature',
    'second-factor.confirmTotp': 'a fixed number of codes',
    'second-factor.renewRecoveryCodes': 'a fixed number of codes',
    'second-factor.secondFactor': 'a user has at most 20 passkeys',
    'sessions.listSessions': 'a constant of the feature',
    'site.languageOptions': 'the languages of Stoa',
    'tags.findTags': 'as many as were named in the input',
    'tags.listSynonyms': 'the synonyms that staff chose',
    'tags.suggestTags': 'a constant of the feature',
    'user-posts.listTopPosts': 'a constant of the feature',
  },
  fields: {
    tags: 'limits.tags',
    member_actions: 'the actions of the interface',
    extends_actions: 'the actions of the interface',
  },
} as const
