// Words that must not come back, with what to write instead (docs/voice.md). Pure functions over the files.

export type WordRule = {
  pattern: RegExp
  /** What to write instead. */
  say: string
  /** Only these files; all by default. */
  in?: RegExp
  /** Files that need the word, for example because it is on the wire. */
  allowedIn?: readonly string[]
}

const code = /\.(ts|tsx|tmpl)$/
const english = /locales\/src\/en_US\.json$/

export const wordRules: readonly WordRule[] = [
  // Dialect
  { pattern: /\bwish(es)?\b|[a-z]Wish\b/i, say: 'input, request' },
  { pattern: /\bkept pages?\b|KeptPage|sendKept|isKept/, say: 'cached page' },
  { pattern: /\bturn(s|ed|ing)? (\w+ )?away\b/i, say: 'reject' },
  { pattern: /\bvalves?\b/i, say: 'overload protection' },
  { pattern: /\bletters?\b/i, say: 'email', in: /mail[^/]*\.tsx?$/ },
  {
    pattern: /\b(isForeign|refuseForeign)\b|\bforeign (site|origin|request|form|script)/i,
    say: 'cross-site, external',
  },
  { pattern: /\bdoors?\b/i, say: 'entry point, or what it does' },
  { pattern: /\bmend(s|ed|ing)?\b/i, say: 'fix' },
  { pattern: /\banew\b/i, say: 'again' },
  { pattern: /\blets? go of\b|\bletGo/i, say: 'release, invalidate' },
  {
    pattern: /\be-mails?\b/i,
    say: 'email',
    allowedIn: ['apps/server/src/features/discovery/search/corpus/documents.ts'],
  },
  {
    pattern: /\b(most|longest|least|shortest|deepest)[A-Z]\w* = [\d(]/,
    say: 'max…, min…',
    in: code,
    allowedIn: ['scripts/ci/summary.ts'],
  },
  {
    pattern: /\b(takeTurn|endTurn|turnAway|needsNoTurn|tellSoon|makeFlights|isMade)\b/,
    say: 'acquire, release, reject, invalidateSoon, coalesce, isRendering',
  },
  {
    pattern: /\b(useIsRunning|hearForm|keepHere|toasted|knowsRepeats|wroteAt)\b/,
    say: 'useHydrated, onFormInput, saveLocally, assertAllowed, dedupeByContent, lastWriteLsn',
  },
  {
    pattern: /\b(ReplyOf|clientOver|errorCatalogue)\b/,
    say: 'ResponseOf, createClient, errorCatalog',
  },
  {
    pattern: /\b(type|interface) (Asked|Found|Kept|Last|Made|Given|Taken|Wanted|Written|Told)\b/,
    say: 'a noun for what the type holds',
  },
  {
    pattern:
      /\bfunction (asked|found|kept|made|given|taken|wanted|written|told|meant|held|shown)\(/,
    say: 'a verb in the imperative',
  },
  { pattern: /\bkept-page\b|\breceipts\b/, say: 'cached-page, acknowledgments' },
  { pattern: /\bveil\b/i, say: 'backdrop' },
  { pattern: /\b(is|are|was|were) told\b/i, say: 'is notified, gets' },
  { pattern: /\bstands (on|in)\b/i, say: 'is in, contains' },
  { pattern: /\btwins?\b/i, say: 'baseline', in: /^bench\// },
  { pattern: /(?<!\p{L})rail\b|[a-z]Rail\b|\bRail[A-Z]/u, say: 'sidebar' },
  // American spelling
  {
    pattern: /(colo|favo|behavio|neighbo|hono|labo)ur|catalogue|\bcentre|\blicence/i,
    say: 'American spelling',
    // The API of sharp is British.
    allowedIn: [
      'apps/server/src/features/discovery/cards/cards.drawing.ts',
      'apps/server/src/features/content/uploads/images.processing.ts',
    ],
  },
  {
    pattern:
      /(recogn|organ|normal|sanit|initial|serial|synchron|author|custom|summar|minim|maxim|categor|optim)is(e|es|ed|er|ing|ation)\b/i,
    say: 'American spelling (-ize)',
  },
  {
    pattern: /\b(cancelled|cancelling|labelled|travelled|modelled)\b/i,
    say: 'American spelling',
    // On the wire.
    allowedIn: [
      'apps/server/src/features/community/activity/timeline.queries.ts',
      'apps/server/src/features/community/activity/timeline.test.ts',
      'apps/web/app/features/community/activity/timeline-item.tsx',
      'packages/contract/src/features/activity.ts',
    ],
  },
  // Reserved nouns
  { pattern: /\bthe reply\b|\bHTTP repl/i, say: 'the response' },
  { pattern: /\banswers? (a|the) (request|call)\b/i, say: 'responds to' },
  {
    pattern: /\b(is|are|was|were|be) answered (at once )?with\b|\banswers? with [1-5]\d\d\b/i,
    say: 'responds with, returns',
  },
  {
    pattern: /\b(page|object|person|user)Tags?\b|\btagsOf\b/,
    say: 'cache keys',
    in: /kernel\/(page-cache|web|cache)/,
  },
  { pattern: /\b(Rank|ranks|rankOf)\b/, say: 'priority', in: /kernel\/overload/ },
  { pattern: /\bwho: Actor\b|\bwho\.(id|role)\b/, say: 'actor', in: code },
  { pattern: /\b(a|an|the|each|one|every|another|this) person\b/i, say: 'user' },
  {
    pattern: /\baPerson\b|\baTrustedPerson\b|\bPerson[A-Z]\w*|\b\w+Person\b/,
    say: 'user',
    in: code,
    // schema.org calls it Person, and LDAP inetOrgPerson.
    allowedIn: [
      'apps/web/app/features/content/question-page/linked-data.server.ts',
      'scripts/services/example-directory.ts',
    ],
  },
  { pattern: /\b(picture|likeness) of (a |the )?(user|person)\b/i, say: 'avatar' },
  {
    pattern: /\brefuse\(|\b(isRefused|[Rr]efusals?)\b|\b(type|const|let|function) [Rr]efus\w+/,
    say: 'reject',
    in: code,
  },
  // Text for users
  { pattern: /(?<!IP )\baddress(es)?\b/i, say: 'email, link or URL', in: english },
  { pattern: /(?<!")\b(mail|mails|mailed)\b(?!["_.])/i, say: 'email', in: english },
  { pattern: /\bsign(ed|s|ing)? (in|out)\b/i, say: 'log in, log out' },
  { pattern: /\bpicture/i, say: 'image, avatar', in: english },
]

/** Every use of a forbidden word, as `file:line: problem`. Line 0 is the path itself. */
export function findWordProblems(
  rules: readonly WordRule[],
  files: Record<string, string>,
): string[] {
  return Object.entries(files).flatMap(([file, text]) => {
    const own = rules.filter(
      (rule) => !rule.allowedIn?.includes(file) && (rule.in?.test(file) ?? true),
    )
    return [file, ...text.split('\n')].flatMap((line, number) =>
      own.flatMap(({ pattern, say }) => {
        const match = pattern.exec(line)
        return match ? [`${file}:${number}: "${match[0]}": say ${say}`] : []
      }),
    )
  })
}
