import { limits } from '@stoa/contract/limits'
import { useEffect, useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'

type Stored = { key: string; ids: ReadonlySet<string>; isAll: boolean }

const prefix = 'selection:'

/** What is selected across the pages of one list, until the tab is closed. Another filter is another list. */
export function useSelection(key: string) {
  const t = useTranslate()
  const { number } = useFormats()
  const toast = useToast()
  const [stored, setStored] = useState<Stored>({ key: '', ids: new Set(), isAll: false })
  const current = stored.key === key ? stored : { key, ids: new Set<string>(), isAll: false }
  useEffect(() => setStored({ key, ids: readIds(key), isAll: false }), [key])

  function change(ids: ReadonlySet<string>, isAll = false) {
    const { chosen } = limits.bulkAction
    const kept = new Set([...ids].slice(0, chosen))
    if (ids.size > chosen) toast({ text: t('bulk.selection_full', { count: number(chosen) }) })
    saveIds(key, kept)
    setStored({ key, ids: kept, isAll })
  }
  return {
    ids: current.ids,
    /** All that match the filter, on all pages. */
    isAll: current.isAll,
    change: (ids: Set<string>) => change(ids),
    selectAll: () => change(current.ids, true),
    clear: () => change(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>

function readIds(key: string): Set<string> {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(prefix + key) ?? '[]')
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

/** Browsers may refuse storage; then the selection lasts as long as the page. */
function saveIds(key: string, ids: ReadonlySet<string>) {
  try {
    if (ids.size === 0) sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, JSON.stringify([...ids]))
  } catch {
    // Without storage.
  }
}
