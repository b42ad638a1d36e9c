import { useLocation } from 'react-router'
import { loginPathFrom } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { TagList } from '../../../ui/tag-list.tsx'
import { LanguageForm } from './language-form.tsx'
import { ThemeForm } from './theme-form.tsx'

export type NavTag = { name: string; href: string }

/** What phones have no room for in the header. */
export function DrawerFoot({ followedTags }: { followedTags: NavTag[] }) {
  const t = useTranslate()
  const { site, viewer } = useVisit()
  const { pathname, search } = useLocation()
  return (
    <>
      <div className="grid gap-2">
        <ButtonLink href="/questions/ask" variant="primary">
          {t('nav.ask')}
        </ButtonLink>
        {viewer === null && (
          <ButtonLink href={loginPathFrom(pathname + search)}>{t('account.log_in')}</ButtonLink>
        )}
        {viewer === null && site.registrationOpen && (
          <ButtonLink href="/users/register">{t('account.sign_up')}</ButtonLink>
        )}
      </div>
      {followedTags.length > 0 && (
        <TagList label={t('follow.your_tags')}>
          {followedTags.map((tag) => (
            <TagChip key={tag.href} {...tag} followed />
          ))}
        </TagList>
      )}
      <div className="flex items-center justify-between gap-4">
        <LanguageForm />
        <ThemeForm />
      </div>
    </>
  )
}
