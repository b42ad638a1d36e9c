import { expect, it } from 'vitest'
import { askForm } from './ask-form.ts'
import { toTagNames } from '../tags/tag-names.ts'

it('reads tags as people type them, in any script', () => {
  expect(toTagNames(' css,  layout;css\tgrid ')).toEqual(['css', 'layout', 'grid'])
  expect(toTagNames('فهارس، بيانات')).toEqual(['فهارس', 'بيانات'])
  expect(toTagNames('迁移，索引、锁')).toEqual(['迁移', '索引', '锁'])
  expect(toTagNames(' , ')).toEqual([])
})

it('calls empty fields missing', () => {
  const parsed = askForm.schema.safeParse(
    askForm.toInput({ title: '', content: '', tags: '', key: '' }),
  )
  expect(parsed.error?.issues.map((issue) => issue.path[0])).toEqual(['title', 'content', 'tags'])
})
