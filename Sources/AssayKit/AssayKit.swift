// One import for apps: the values, the questions and the interface of stores, beside what this module adds.
@_exported public import HealthModel
@_exported public import HealthQueries
@_exported public import HealthStorage
@_exported public import HealthTypeNames
@_exported public import HealthUnits
