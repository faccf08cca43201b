// Samples as lines of JSON are a format too; they are a module of their own, because whoever stores samples needs no other.
@_exported public import HealthLines
