import { Rows2, Rows3 } from 'lucide-react'
import { useFetcher, useLocation } from 'react-router'
import { listViewCookie } from '../../../kernel/preferences.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

/** Switches between excerpts and titles only; stored in a cookie for server rendering. */
export function ListViewForm() {
  const t = useTranslate()
  const { listView } = useVisit()
  const { Form } = useFetcher()
  const { pathname, search } = useLocation()
  const isCompact = listView === 'compact'
  const Icon = isCompact ? Rows2 : Rows3
  return (
    <Form method="post" action="/preferences" className="-me-2.25 max-md:hidden">
      <input type="hidden" name="return" value={pathname + search} />
      <IconButton
        type="submit"
        name={listViewCookie}
        value={isCompact ? 'card' : 'compact'}
        label={t(isCompact ? 'list_view.card' : 'list_view.compact')}
        icon={<Icon className="icon" aria-hidden="true" />}
      />
    </Form>
  )
}
