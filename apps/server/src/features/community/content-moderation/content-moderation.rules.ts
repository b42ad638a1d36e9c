import { toLongId, typeOfId } from '@stoa/contract/ids'
import { parseLink, postIdsIn, siteOf } from '@stoa/markdown/urls'
import { allow, deny, type Verdict } from '../../../kernel/rules.ts'

type Target = { isDeleted: boolean; isPending: boolean; isLocked: boolean }

/** Whether comments may be moved to a post. Staff unlock it first. */
export function canReceiveComments(post: Target): Verdict {
  if (post.isDeleted) return deny('object.already_deleted')
  if (post.isPending) return deny('post.pending')
  return post.isLocked ? deny('post.unlock_first') : allow
}

/** The question or answer that an id or a URL of this site names; null when it names none. */
export function findPostId(text: string, siteUrl: string): string | null {
  const id = toLongId(text) ?? findIdInUrl(text, siteUrl)
  const type = id === null ? null : typeOfId(id)
  return type === 'question' || type === 'answer' ? id : null
}

function findIdInUrl(url: string, siteUrl: string) {
  const link = /^(?:https?:\/)?\//i.test(url) ? parseLink(url, siteOf(siteUrl)) : null
  if (link === null || link.kind === 'email' || link.kind === 'external') return null
  const id = postIdsIn(link.path).at(-1)
  return id === undefined ? null : toLongId(id)
}
