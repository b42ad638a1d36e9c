import { uploadsPath } from '@stoa/contract/features/uploads'
import { and, eq, sql } from 'drizzle-orm'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { mountUploadedFiles } from './uploads.files.ts'
import { uploadsListeners } from './uploads.jobs.ts'
import { uploadsRoutes } from './uploads.routes.ts'
import { uploads, uploadUses } from '../../../schema/uploads.ts'

export const uploadsFeature: Feature = {
  name: 'uploads',
  routes: uploadsRoutes,
  listeners: uploadsListeners,
  mount: mountUploadedFiles,
  exports: {
    uploads: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: uploads.id,
          row: {
            address: sql<string>`${uploadsPath} || ${uploads.key}`,
            name: uploads.name,
            purpose: uploads.source,
            mediaType: uploads.mediaType,
            bytes: uploads.bytes,
            sentAt: uploads.createdAt,
            usedIn: sql<string[]>`array(select ${uploadUses.objectId}::text from ${uploadUses}
              where ${uploadUses.uploadId} = ${uploads}.id order by ${uploadUses.objectId})`,
          },
        })
        .from(uploads)
        .where(and(eq(uploads.userId, owner.id), after(uploads.id)))
        .orderBy(order(uploads.id))
        .limit(limit),
    ),
  },
}
