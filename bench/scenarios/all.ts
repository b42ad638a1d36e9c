import { jsonList, jsonObject } from './api.ts'
import { listDeep, listFirst, person, tagList } from './lists.ts'
import { questionCold, questionHot, questionMember, questionTier } from './question.ts'
import type { Scenario } from './scenario.ts'
import { searchCommon, searchPhrase, searchRare, searchTwoTags, searchTypo } from './searches.ts'
import { ask, vote, voteHot } from './writes.ts'

export const scenarios: readonly Scenario[] = [
  questionHot,
  questionTier,
  questionCold,
  questionMember,
  listFirst,
  listDeep,
  tagList,
  person,
  searchTwoTags,
  searchCommon,
  searchRare,
  searchPhrase,
  searchTypo,
  jsonObject,
  jsonList,
  vote,
  voteHot,
  ask,
]
