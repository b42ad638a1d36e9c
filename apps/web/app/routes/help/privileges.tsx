import { siteInfo } from '@stoa/contract/features/site'
import { PrivilegeList } from '../../features/community/profiles/privilege-list.tsx'
import { listSteps } from '../../features/community/profiles/privilege-steps.ts'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { isStaff } from '../../kernel/visit.ts'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/privileges.ts'

export async function loader(args: Route.LoaderArgs) {
  const { required_reputation: required } = await apiFrom(args).call(siteInfo, {})
  return { steps: listSteps(required) }
}

export default function PrivilegesPage({ loaderData: { steps } }: Route.ComponentProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const title = t('privileges.title')
  const hasAll = viewer !== null && isStaff(viewer)
  return (
    <SitePage>
      <PageMeta title={title} description={t('privileges.intro')} canonical="/help/privileges" />
      <PageHead title={title} />
      <p className="mt-1 mb-4 max-w-measure font-serif text-lg leading-body text-ink-2">
        <Intro />
      </p>
      <PrivilegeList
        steps={steps}
        reputation={viewer === null ? null : hasAll ? Infinity : viewer.rank}
      />
    </SitePage>
  )
}

function Intro() {
  const t = useTranslate()
  const { number } = useFormats()
  const { viewer } = useVisit()
  if (viewer === null) return t('privileges.intro')
  if (isStaff(viewer)) return t('privileges.intro_staff')
  return t('privileges.intro_member', { reputation: number(viewer.rank) })
}
