// Words are split and normalized as the built-in search does, so that both find the same posts.

/** Scripts that do not separate words with spaces. */
const run = String.raw`\p{IsHan}\p{IsHiragana}\p{IsKatakana}\p{IsHangul}\p{IsThai}\u30FC\u3005\u3006`
const word = String.raw`\p{L}\p{N}`

/** Stands for such text until the words are counted, so that the words around it are not adjacent. */
const gap = '\u2D63\u2D63\u2D63'

const replace = (pattern: string, replacement: string, flags = '') => ({
  type: 'pattern_replace',
  pattern,
  replacement,
  ...(flags === '' ? {} : { flags }),
})

const charFilter = {
  without_runs: replace(`[${run}]+`, ` ${gap} `),
  only_runs: replace(`[^${run}]+`, ' '),
  // So that the last character begins a pair too.
  end: replace(String.raw`\z`, ' '),
  without_marks: replace(String.raw`(?<=\p{IsLatin})\p{Mn}+`, ''),
  plus_plus: replace(String.raw`(?<![${word}])([${word}]{1,3})\+\+`, '$1plusplus'),
  sharp: replace(String.raw`(?<![${word}])([${word}]{1,3})#`, '$1sharp'),
  dot_net: replace(String.raw`(?<![${word}_.])\.net(?![${word}_])`, 'dotnet', 'CASE_INSENSITIVE'),
  // Hyphens keep the parts of an identifier together, as underscores and dots do.
  hyphens: replace(`(?<=[${word}])-(?=[${word}])`, '_'),
  acronyms: replace(String.raw`(?<=\p{Lu})(?=\p{Lu}\p{Ll})`, '_'),
}

const words = [
  'without_runs',
  'without_marks',
  'plus_plus',
  'sharp',
  'dot_net',
  'hyphens',
  'acronyms',
]
const normalize = ['gap', 'cjk_width', 'lowercase', 'asciifolding', 'arabic_normalization']
const stem = ['arabic_stems', 'english_stems']

const analyzer = (filter: string[]) => ({
  type: 'custom',
  char_filter: words,
  tokenizer: 'standard',
  filter,
})

const text = {
  type: 'text',
  analyzer: 'words_of_posts',
  search_analyzer: 'words_of_queries',
  fields: {
    stems: { type: 'text', analyzer: 'stems_of_posts', search_analyzer: 'stems_of_queries' },
    pairs: { type: 'text', analyzer: 'pairs_of_posts', search_analyzer: 'pairs_of_queries' },
  },
}
const keyword = { type: 'keyword' }

export const indexSettings = {
  settings: {
    index: {
      number_of_shards: 1,
      // A second node gets a copy.
      auto_expand_replicas: '0-1',
      // Until it is complete, nobody searches it.
      refresh_interval: '-1',
      // A late change must not restore what was removed.
      gc_deletes: '1h',
    },
    analysis: {
      char_filter: charFilter,
      filter: {
        parts: {
          type: 'word_delimiter_graph',
          catenate_all: true,
          split_on_numerics: false,
          adjust_offsets: false,
        },
        gap: { type: 'stop', stopwords: [gap] },
        english_stems: { type: 'stemmer', language: 'porter2' },
        arabic_stems: { type: 'stemmer', language: 'arabic' },
      },
      tokenizer: { pairs: { type: 'ngram', min_gram: 2, max_gram: 2 } },
      analyzer: {
        words_of_posts: analyzer(['parts', 'flatten_graph', ...normalize]),
        words_of_queries: analyzer(['parts', ...normalize]),
        stems_of_posts: analyzer(['parts', 'flatten_graph', ...normalize, ...stem]),
        stems_of_queries: analyzer(['parts', ...normalize, ...stem]),
        pairs_of_posts: {
          type: 'custom',
          char_filter: ['only_runs', 'end'],
          tokenizer: 'pairs',
          filter: ['cjk_width'],
        },
        pairs_of_queries: { type: 'custom', tokenizer: 'pairs', filter: ['cjk_width'] },
      },
    },
  },
  mappings: {
    dynamic: false,
    properties: {
      id: keyword,
      type: keyword,
      questionId: keyword,
      userId: keyword,
      tagIds: keyword,
      createdAt: { type: 'date', format: 'epoch_millis' },
      title: text,
      tags: text,
      text,
    },
  },
}
