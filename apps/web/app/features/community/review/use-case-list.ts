import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { useVisit } from '../../../kernel/visit-context.tsx'
import { deskPath } from './case-filter.ts'
import type { DeskCase } from './desk-case.ts'
import type { DeskData } from './desk-data.server.ts'

/** The cases that are left, and the one that is shown. Changes are visible before the server has sent the next list. */
export function useCaseList({ cases: loaded, selectedId, queue, filter }: DeskData) {
  const navigate = useNavigate()
  const [hidden, hide, unhide, unhideAll] = useIdSet()
  const [taken, addTaken] = useIdSet()
  const [chosen, setChosen] = useState({ id: selectedId, isAutomatic: true })
  const viewerId = useVisit().viewer?.id
  const cases = loaded.filter(({ id }) => !hidden.has(id))
  const find = (wanted: string | null) => cases.find(({ id }) => id === wanted)
  // A case that is gone gives way to the one whose context was loaded.
  const current = find(chosen.id) ?? find(selectedId) ?? cases[0] ?? null

  const isFree = ({ id, claimedBy }: DeskCase) =>
    !taken.has(id) && (claimedBy === null || claimedBy.id === viewerId)
  const select = (caseId: string | undefined, isAutomatic: boolean) => {
    setChosen({ id: caseId ?? null, isAutomatic })
    const path = deskPath({ queue, filter, caseId })
    void navigate(path, { replace: true, preventScrollReset: true })
  }

  return {
    cases,
    current,
    isFree,
    unhide,
    unhideAll,
    /** Whether the server may have more: it listed cases, and all of them are hidden. */
    isUsedUp: cases.length === 0 && loaded.length > 0,
    /** For links, which navigate themselves. */
    choose: (id: string) => setChosen({ id, isAutomatic: false }),
    reopen(id: string) {
      unhide(id)
      select(id, false)
    },
    move(step: 1 | -1) {
      const target = cases[cases.findIndex(({ id }) => id === current?.id) + step]
      if (target !== undefined) select(target.id, false)
    },
    /** Hides a case and shows the next one that nobody else looks at. */
    leave(id: string) {
      hide(id)
      const others = listOthers(cases, id)
      if (id === current?.id) select((others.find(isFree) ?? others[0])?.id, true)
    },
    /** Somebody else has the case. Moves on if the reviewer did not choose it. */
    onTaken(id: string) {
      addTaken(id)
      const next = listOthers(cases, id).find(isFree)
      if (chosen.isAutomatic && next !== undefined) select(next.id, true)
    },
  }
}

/** The cases after this one, then those before it. */
function listOthers(cases: readonly DeskCase[], id: string): DeskCase[] {
  const index = cases.findIndex((one) => one.id === id)
  return [...cases.slice(index + 1), ...cases.slice(0, Math.max(0, index))]
}

function useIdSet() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const add = (id: string) => setIds((all) => new Set(all).add(id))
  const remove = (id: string) => setIds((all) => new Set([...all].filter((one) => one !== id)))
  const clear = useCallback(() => setIds(new Set()), [])
  return [ids, add, remove, clear] as const
}
