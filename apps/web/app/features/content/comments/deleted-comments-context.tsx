import { type DeletedComment, listDeletedComments } from '@stoa/contract/features/comments'
import { createContext, use, useCallback, useEffect, useState, type ReactNode } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useVisit } from '../../../kernel/visit-context.tsx'
import { isStaff } from '../../../kernel/visit.ts'

type DeletedComments = { questionId: string; list: readonly DeletedComment[]; reload: () => void }

const none: DeletedComments = { questionId: '0', list: [], reload: () => {} }
const DeletedCommentsContext = createContext(none)

/** Loads the deleted comments of the whole page after it is shown, for staff only. */
export function DeletedCommentsProvider(props: { questionId: string; children: ReactNode }) {
  const { questionId, children } = props
  const { viewer } = useVisit()
  const api = useApi()
  const [list, setList] = useState<readonly DeletedComment[]>([])
  const isShown = viewer !== null && isStaff(viewer)
  const reload = useCallback(() => {
    if (!isShown) return
    api
      .call(listDeletedComments, { question_id: questionId, page_size: 100 })
      .then((page) => setList(page.list))
      // The page is complete without them.
      .catch(() => setList([]))
  }, [api, questionId, isShown])
  useEffect(reload, [reload])
  return (
    <DeletedCommentsContext value={{ questionId, list: isShown ? list : [], reload }}>
      {children}
    </DeletedCommentsContext>
  )
}

export function useDeletedComments(postId: string): DeletedComments {
  const { list, ...page } = use(DeletedCommentsContext)
  return { list: list.filter((comment) => comment.object_id === postId), ...page }
}
