import type { Notification } from '@stoa/contract/features/notifications'
import { userPath } from '../../../kernel/paths.ts'
import type { Site } from '../../../kernel/visit.ts'
import { badgePath } from '../badges/badge-path.ts'
import { commentHref } from '../../content/question-page/question-url.ts'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'
import { tagPath } from '../../content/tags/tag-path.ts'

type ObjectInfo = Notification['object_info']

/** Null for what the reader cannot open any more. */
export function notificationHref(
  { kind, object_info: object }: Pick<Notification, 'kind' | 'object_info'>,
  username: string,
  permalink: Site['permalink'],
): string | null {
  // The list says why a flag was declined.
  if (object.object_type === 'flag' || kind.startsWith('your_flag')) {
    return userPath(username, 'flags')
  }
  if (object.object_type === 'tag') return object.title === '' ? null : tagPath(object.title)
  if (object.object_type === 'badge_award') {
    return badgePath(object.object_map.badge_id, { username })
  }
  return contentPath(object, permalink)
}

function contentPath(object: ObjectInfo, permalink: Site['permalink']): string | null {
  const { question: id, answer, comment } = object.object_map
  if (id === '0') return null
  const question = { id, url_title: object.url_title }
  const path =
    answer === '0' ? questionPath(question, permalink) : answerPath(question, answer, permalink)
  return comment === '0' ? path : commentHref(path, comment)
}
