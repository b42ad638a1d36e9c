import type { MemberAction } from '@stoa/contract/features/posts'
import { lazy } from 'react'
import { MenuButton } from './menu-button.tsx'
import type { ModeratedContent } from './use-content-moderation.ts'

const ContentMenu = lazy(async () => {
  const module = await import('./content-menu.tsx')
  return { default: module.ContentMenu }
})

/** Actions of the menu. Others have their own buttons. */
const toolPattern = /^(?:convert|move|lock|unlock|delete_p)/

type ContentMenuButtonProps = {
  content: ModeratedContent
  label: string
  actions: readonly MemberAction[]
}

/** A menu for staff below an answer or a comment. Renders nothing for others. */
export function ContentMenuButton({ content, label, actions }: ContentMenuButtonProps) {
  const tools = actions.filter(({ action }) => toolPattern.test(action))
  if (tools.length === 0) return null
  return (
    <MenuButton
      label={label}
      isInline={content.kind === 'comment'}
      renderMenu={(trigger) => <ContentMenu content={content} actions={tools} trigger={trigger} />}
    />
  )
}
