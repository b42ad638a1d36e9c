import { sql } from 'drizzle-orm'

/**
 * The time of a notification that is written again. A new one stays where it is for a minute: then nothing that is
 * indexed changes, and a post with many votes does not fill the indexes.
 */
export const movedUpAt = sql.raw(`case
  when notifications.state = 0 and notifications.updated_at > excluded.updated_at - interval '1 minute'
  then notifications.updated_at else excluded.updated_at end`)
