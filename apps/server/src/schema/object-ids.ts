import { pgSequence } from 'drizzle-orm/pg-core'

/** Shared by all object types. */
export const objectIds = pgSequence('object_id_seq')
