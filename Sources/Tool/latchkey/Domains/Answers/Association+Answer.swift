import AssociatedDomains
import Foundation
import JSONText

extension Association {
    /// The association for programs. Times are in UTC (RFC 3339).
    var json: JSONValue {
        var because = JSONObject([("code", .string(reason.code.rawValue)), ("text", .string(reason.description))])
        because["status"] = reason.status.map { .integer($0) }
        var object = JSONObject([
            ("appID", .string(key.app.description)), ("service", .string(key.entitlement.service.rawValue)),
            ("domain", .string(key.entitlement.host)), ("associated", .boolean(isAssociated)),
            ("site", .string(siteApproval.rawValue)), ("user", .string(userApproval.rawValue)), ("reason", .object(because)),
            ("tries", .integer(tries)),
        ])
        object["mode"] = key.entitlement.mode.map { .string($0.rawValue) }
        object["lastChecked"] = lastChecked.map { .string($0.formatted(.iso8601)) }
        object["nextCheck"] = nextCheck.map { .string($0.formatted(.iso8601)) }
        return .object(object)
    }
}

extension DaemonLogEntry {
    /// The line for programs.
    var json: JSONValue {
        ["time": .string(time.formatted(.iso8601)), "subject": .string(subject), "message": .string(message)]
    }
}
