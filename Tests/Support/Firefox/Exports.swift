// The values and errors of this driver's operations.
@_exported public import Browsers
