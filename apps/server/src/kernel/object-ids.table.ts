import { pgSequence } from 'drizzle-orm/pg-core'

/** One sequence numbers the objects of all types. */
export const objectIds = pgSequence('object_id_seq')
