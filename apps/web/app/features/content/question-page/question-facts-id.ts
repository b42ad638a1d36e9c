export const questionFactsId = 'question-facts'
