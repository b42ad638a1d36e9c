/** Columns in the order of the generated rows. */
export const tables = {
  questions:
    'id, user_id, title, slug, excerpt, original_text, parsed_text, renderer_version, created_at, edited_at, deleted_at, deleted_by, version, edited_by, status, status_before, is_listed, is_answered, view_count, score, answer_count, comment_count, bookmark_count, follow_count, linked_count, accepted_answer_id, last_answer_id, hot_score, hot_scored_at, active_at, active_kind, active_by',
  question_tags: 'question_id, tag_id, position, asked_at',
  tag_sets: 'question_id, asked_at, tag_ids',
  answers:
    'id, question_id, user_id, excerpt, original_text, parsed_text, renderer_version, created_at, deleted_at, deleted_by, status, status_before, score, comment_count',
  comments:
    'id, question_id, answer_id, user_id, reply_to_id, original_text, parsed_text, renderer_version, created_at, score',
  votes: 'user_id, object_id, value, created_at',
  reputation_entries: 'id, user_id, kind, change, points, object_id, by_user_id, day, created_at',
  revisions:
    'id, object_id, version, user_id, title, slug_name, original_text, tags, status, created_at',
  activities: 'id, kind, object_id, user_id, created_at',
  bookmarks: 'user_id, question_id, created_at',
  follows: 'user_id, object_id, created_at',
  reactions: 'object_id, emoji, user_id, created_at',
  question_links: 'from_question_id, from_post_id, to_question_id',
  search_documents: 'object_id, question_id, type, user_id, created_at, title_words, vector',
  search_words: 'word, titles, shorter',
  tags: 'id, slug_name, display_name, original_text, parsed_text, excerpt, renderer_version, question_count, follow_count, created_by, created_at',
  users:
    'id, username, display_name, email, activated_at, points, question_count, answer_count, created_at',
} as const

export type TableName = keyof typeof tables

export const tableNames = Object.keys(tables) as TableName[]
