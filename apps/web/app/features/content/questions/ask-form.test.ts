import { expect, it } from 'vitest'
import { askForm } from './ask-form.ts'
import { toTagNames } from '../tags/tag-names.ts'

it('toTagNames splits tags in any script', () => {
  expect(toTagNames(' css,  layout;css\tgrid ')).toEqual(['css', 'layout', 'grid'])
  expect(toTagNames('فهارس، بيانات')).toEqual(['فهارس', 'بيانات'])
  expect(toTagNames('迁移，索引、锁')).toEqual(['迁移', '索引', '锁'])
  expect(toTagNames(' , ')).toEqual([])
})

const empty = {
  title: '',
  content: '',
  tags: '',
  key: '',
  with_answer: '',
  answer_content: '',
  homepage: '',
}

it('askForm reports empty fields as missing', () => {
  const parsed = askForm.schema.safeParse(askForm.toInput(empty))
  expect(parsed.error?.issues.map((issue) => issue.path[0])).toEqual(['title', 'content', 'tags'])
})

it('askForm sends an own answer only if the switch is on', () => {
  const values = { ...empty, title: 'One\n line ', answer_content: 'Because.' }
  expect(askForm.toInput(values)).toEqual({ title: 'One line', tags: [] })
  const both = askForm.toInput({ ...values, with_answer: 'on' })
  expect(both).toMatchObject({ answer_content: 'Because.' })
  const short = askForm.toInput({ ...values, with_answer: 'on', answer_content: '' })
  const issues = askForm.schema.safeParse(short).error?.issues ?? []
  expect(issues.map((issue) => issue.path[0])).toContain('answer_content')
})

it('askForm sends the field that users do not see, if a program filled it in', () => {
  expect(askForm.toInput(empty)).not.toHaveProperty('homepage')
  expect(askForm.toInput({ ...empty, homepage: 'x' })).toMatchObject({ homepage: 'x' })
})
